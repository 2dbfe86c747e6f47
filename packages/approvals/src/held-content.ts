import { hash } from 'node:crypto'
import { canonicalJson, type Principal, SluiceError, sensitivityTileSchema } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import type { KeyRing } from '@sluice/token-vault'
import { z } from 'zod'

const heldRequestSchema = z.strictObject({
  requestId: z.string(),
  principal: z.strictObject({
    tenant: z.string(),
    sub: z.string(),
    username: z.string(),
    groups: z.array(z.string()),
    roles: z.array(z.string()),
    departments: z.array(z.string()),
    client: z.string(),
  }),
  /** The sealed secret of the session, as `KeyRing.newSessionSecret` gave it. */
  sessionSecret: z.string(),
  /** The reason that the caller gave. */
  reason: z.string().optional(),
  /** The wire that it came by. What was held before there were several has none. */
  kind: z.enum(['chat', 'responses', 'messages', 'tool-call']).default('chat'),
  /** Headers of the caller that go on to the endpoint. */
  headers: z.record(z.string(), z.string()).optional(),
  /** What is known of what it continues. */
  history: z
    .strictObject({ tile: sensitivityTileSchema, names: z.record(z.string(), z.int()), count: z.int().optional() })
    .optional(),
  /** The dates that were shifted in that, each with its name in the mapping of the session. */
  shifted: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** The request as the caller sent it: canonical JSON. */
  body: z.string(),
  /** The same with the tokens of the session in the place of sensitive values, as JSON without its model. */
  masked: z.string(),
  /** Each token of `masked` with its value, sealed as the Secure State Map keeps it. */
  values: z.array(z.tuple([z.string(), z.string()])),
  /** Where the answer waits: what an approver reads of it, as a request in which a client would send it back. */
  maskedAnswer: z.string().optional(),
})

const headSchema = heldRequestSchema.pick({ kind: true, sessionSecret: true }).strip()

/** All that is kept of a held request. Only its seal makes it fit to be stored. */
export type HeldRequest = z.infer<typeof heldRequestSchema>

/** Whose request it is: what a seal is bound to. */
type Owner = Pick<Approval, 'id' | 'tenant' | 'sub' | 'sessionId'>

/**
 * What a request is, of its user in its session: a keyed digest over SHA-256 of the canonical request, so that a short
 * request cannot be found by trial.
 */
export function digestOfRequest(
  keyRing: Pick<KeyRing, 'digest'>,
  { tenant, sub, sessionId }: Omit<Owner, 'id'>,
  body: string,
): string {
  return keyRing.digest(tenant, canonicalJson(['held request v1', sub, sessionId, hash('sha256', body, 'base64url')]))
}

/**
 * What two requests have in common that order the same: of the same user in the same session, in what they set out to
 * do, and in all that `order` says. Keyed as the other digest is.
 */
export function digestOfOrder(
  keyRing: Pick<KeyRing, 'digest'>,
  { tenant, sub, sessionId }: Omit<Owner, 'id'>,
  { category, rule }: Pick<Approval['subject'], 'category' | 'rule'>,
  order: string,
): string {
  const said = hash('sha256', order, 'base64url')
  return keyRing.digest(tenant, canonicalJson(['held order v1', sub, sessionId, category, rule, said]))
}

/**
 * Waits until it is this request's turn to have so many characters sealed: about a millisecond of the event loop for
 * 200,000.
 */
type WaitForTurn = (characters: number) => void | Promise<void>

/** The parts of a held request, in order. Each is sealed by itself, so that none takes the event loop for long. */
const PARTS = ['head', 'body', 'masked', 'values', 'maskedAnswer'] as const
/** The last part stands there where an answer waits. */
const LEAST_PARTS = PARTS.length - 1
/** No sealed text has one. */
const BETWEEN = ' '

/** Seals a request for its approval, a part at a time. */
export async function sealRequest(
  keyRing: Pick<KeyRing, 'seal'>,
  owner: Owner,
  { body, masked, values, maskedAnswer, ...head }: HeldRequest,
  waitForTurn: WaitForTurn = () => undefined,
): Promise<string> {
  const writers: Readonly<Record<(typeof PARTS)[number], readonly [length: number, write: () => string]>> = {
    head: [0, () => JSON.stringify(head)],
    body: [body.length, () => body],
    masked: [masked.length, () => masked],
    values: [values.length * VALUE_CHARACTERS, () => JSON.stringify(values)],
    maskedAnswer: [maskedAnswer?.length ?? 0, () => maskedAnswer ?? ''],
  }
  const sealed: string[] = []
  for (const part of PARTS) {
    if (part === 'maskedAnswer' && maskedAnswer === undefined) continue
    const [length, write] = writers[part]
    await waitForTurn(length)
    sealed.push(keyRing.seal(scopeOf(owner), write(), boundTo(`request ${part}`, owner)))
  }
  return sealed.join(BETWEEN)
}

/** What a token with its sealed value has, about. */
const VALUE_CHARACTERS = 120

/** What is known of a held request without opening all of it. Throws `layer_failed` as `openRequest` does. */
export function openRequestHead(
  keyRing: Pick<KeyRing, 'open'>,
  owner: Owner,
  sealed: string,
): Pick<HeldRequest, 'kind' | 'sessionSecret'> {
  return checked(headSchema, openHead(keyRing, owner, sealed))
}

/**
 * Opens what `sealRequest` sealed. Throws `layer_failed` where it was changed, belongs elsewhere, or is not the request
 * that was approved.
 */
export function openRequest(
  keyRing: Pick<KeyRing, 'open' | 'digest'>,
  approval: Owner & Pick<Approval, 'requestDigest'>,
  sealed: string,
): HeldRequest & { readonly principal: Principal } {
  const held = checked(heldRequestSchema, {
    ...openHead(keyRing, approval, sealed),
    ...openRest(keyRing, approval, sealed),
  })
  const { tenant, sub } = held.principal
  const isBound = tenant === approval.tenant && sub === approval.sub
  if (!isBound || digestOfRequest(keyRing, approval, held.body) !== approval.requestDigest) {
    throw unreadable('A held request is not the one that its approval names.')
  }
  return held
}

/** The head as JSON; all of a request that an earlier version sealed in one piece. */
function openHead(keyRing: Pick<KeyRing, 'open'>, owner: Owner, sealed: string): object {
  const [head = '', ...rest] = sealed.split(BETWEEN)
  const bound = boundTo(rest.length === 0 ? 'request' : 'request head', owner)
  return JSON.parse(keyRing.open(scopeOf(owner), head, bound))
}

function openRest(keyRing: Pick<KeyRing, 'open'>, owner: Owner, sealed: string): object {
  const parts = sealed.split(BETWEEN)
  if (parts.length === 1) return {}
  const [body, masked, values, maskedAnswer] = PARTS.slice(1, Math.max(parts.length, LEAST_PARTS)).map((part, at) =>
    keyRing.open(scopeOf(owner), parts[at + 1] ?? '', boundTo(`request ${part}`, owner)),
  )
  const answer = maskedAnswer === undefined ? {} : { maskedAnswer }
  return { body, masked, values: JSON.parse(values ?? ''), ...answer }
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw unreadable('A held request has another form than this version writes.')
}

/** Seals an answer, still with tokens, for the approval of its request and the run that made it. */
export function sealAnswer(keyRing: Pick<KeyRing, 'seal'>, approval: Owner, answer: string): string {
  return keyRing.seal(scopeOf(approval), answer, boundTo('answer', approval))
}

/** Opens what `sealAnswer` sealed. Throws `layer_failed`. */
export function openAnswer(keyRing: Pick<KeyRing, 'open'>, approval: Owner, sealed: string): string {
  return keyRing.open(scopeOf(approval), sealed, boundTo('answer', approval))
}

function scopeOf({ tenant, sub, sessionId }: Owner) {
  return { purpose: 'approval', tenant, session: { tenant, sub, sessionId } } as const
}

function boundTo(what: string, { id, tenant, sub, sessionId }: Owner): string {
  return canonicalJson([what, tenant, id, sub, sessionId])
}

function unreadable(why: string): SluiceError {
  return new SluiceError('layer_failed', { cause: new Error(why) })
}
