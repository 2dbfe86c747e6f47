import type { EntityFinding, EntityType } from '@sluice/contracts'

/**
 * Values that are of a person, so that a place, a firm or a date beside them says something of that person. Of the
 * numbers, those that are rarely taken for one by chance.
 */
const PERSONAL: ReadonlySet<EntityType> = new Set([
  'PERSON',
  'STREET_ADDRESS',
  'EMAIL_ADDRESS',
  'PHONE_NUMBER',
  'US_SSN',
  'IBAN_CODE',
  'CREDIT_CARD',
  'MEDICAL_RECORD_NUMBER',
  'HEALTH_PLAN_ID',
  'ENCOUNTER_ID',
  'US_MBI',
  'UK_NHS',
  'UK_NINO',
  'DE_SOCIAL_SECURITY',
  'DE_HEALTH_INSURANCE',
  'FR_NIR',
  'IT_FISCAL_CODE',
  'ES_NIF',
  'ES_NIE',
])

/** The turn of a conversation that a text stands in. */
const TURN = /^\/(?:messages|input)\/(\d+)(?:\/|$)/

/** Instructions of Responses and the system prompt of Messages, which stand before every turn. */
const OF_SYSTEM = /^\/(?:instructions|system)(?:\/|$)/

/** What the request is, as far as it matters who is spoken of. */
interface Spoken {
  /** All of the request is one turn, as a call of a tool is. */
  readonly isOneTurn: boolean
  /** An earlier part of the conversation, which is not here, spoke of a person. */
  readonly continuesPersonal: boolean
  /** The turn of each message, never falling; each is one of its own where it is left out. */
  readonly turns?: readonly number[]
  /** Whether the writer says it of himself. */
  readonly isOfSpeaker?: (finding: EntityFinding) => boolean
}

/**
 * Leaves out the findings that count only beside a person, where there is none: in the same text, or in the same turn
 * of the conversation or an earlier one; the writer is one, where he speaks of himself. Later turns change nothing, so
 * that what was sent once is sent again with the same bytes. Instructions speak to every turn, tools and metadata of a
 * person only to themselves.
 */
export function withoutUnpersonal(
  findings: readonly EntityFinding[],
  besidePerson: ReadonlySet<EntityType>,
  spoken: Spoken,
): readonly EntityFinding[] {
  const texts = new Set<string>()
  let firstTurn = spoken.continuesPersonal ? 0 : Number.POSITIVE_INFINITY
  for (const { entity, position } of findings) {
    if (!PERSONAL.has(entity)) continue
    texts.add(position)
    firstTurn = Math.min(firstTurn, turnOf(position, spoken) ?? Number.POSITIVE_INFINITY)
  }
  return findings.filter((finding) => {
    const { entity, position } = finding
    if (!besidePerson.has(entity) || texts.has(position)) return true
    const turn = turnOf(position, spoken)
    return (turn !== undefined && turn >= firstTurn) || spoken.isOfSpeaker?.(finding) === true
  })
}

function turnOf(position: string, { isOneTurn, turns }: Spoken): number | undefined {
  if (isOneTurn) return 0
  // What the system was told holds for all that follows.
  if (OF_SYSTEM.test(position)) return -1
  const message = TURN.exec(position)?.[1]
  if (message === undefined) return undefined
  return turns?.[Number(message)] ?? Number(message)
}
