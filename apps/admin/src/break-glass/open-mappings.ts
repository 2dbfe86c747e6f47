import { type EntityType, SluiceError } from '@sluice/contracts'
import {
  entityOfToken,
  type KeyRing,
  openValue,
  type SensitiveValue,
  type SessionRef,
  type SessionSecrets,
} from '@sluice/token-vault'

/*
 * The one place of this service where a value of a session is opened (a test holds that). Its only caller is
 * break-glass.ts, which has asked for an open grant before and after the page was read.
 */

/** Which values of which session. */
interface MappingPageRef extends SessionRef {
  readonly entityTypes: readonly EntityType[]
}

/** A token, and what it stands for. */
export interface OriginalValue extends SensitiveValue {
  readonly token: string
}

interface SealedPage {
  /** The sealed secret of the session under which these were stored. */
  readonly secret: string
  readonly sealed: readonly (readonly [token: string, sealed: string])[]
  readonly next?: string
  /** Nothing of the session is stored any more. */
  readonly isExpired?: true
}

const CURSOR = /^([0-9]{1,3}):(.{1,40})$/

/** Reads one page of the sealed values of these types. Throws `invalid_request` for a cursor that no page has given. */
export async function readPage(
  stateMap: SessionSecrets,
  { entityTypes, tenant, sub, sessionId }: MappingPageRef,
  cursor: string | undefined,
): Promise<SealedPage> {
  const [, place = '0', inner] = cursor === undefined ? [] : (CURSOR.exec(cursor) ?? badCursor())
  const session = { tenant, sub, sessionId }
  // A session has one secret, unless its record was lost in between.
  const secrets = (await stateMap.secretsOf(session)).toSorted()
  const secret = secrets[Number(place)]
  if (secret === undefined) return { secret: '', sealed: [], ...(secrets.length === 0 && { isExpired: true as const }) }
  const page = await stateMap.page({ ...session, secret }, inner)
  const next = page.next === undefined ? nextSecret(Number(place), secrets) : `${place}:${page.next}`
  const sealed = [...page.sealed].filter(([token]) => {
    const entity = entityOfToken(token)
    return entity !== undefined && entityTypes.includes(entity)
  })
  return { secret, sealed, ...(next && { next }) }
}

/** Opens what `readPage` has read. Throws `layer_failed` where something was changed or comes from elsewhere. */
export function openPage(
  keyRing: KeyRing,
  { tenant, sub, sessionId }: MappingPageRef,
  { secret, sealed }: SealedPage,
): OriginalValue[] {
  const scope = { tenant, sub, sessionId, secret }
  return sealed.map(([token, text]) => ({ token, ...openValue(keyRing, scope, token, text) }))
}

function nextSecret(place: number, secrets: readonly string[]): string | undefined {
  return place + 1 < secrets.length ? `${place + 1}:newer.0` : undefined
}

function badCursor(): never {
  throw new SluiceError({ code: 'invalid_request', param: 'cursor' })
}
