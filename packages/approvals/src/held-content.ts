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
  history: z.strictObject({ tile: sensitivityTileSchema, names: z.record(z.string(), z.int()) }).optional(),
  /** The request as the caller sent it: canonical JSON. */
  body: z.string(),
  /** The same with the tokens of the session in the place of sensitive values, as JSON without its model. */
  masked: z.string(),
  /** Each token of `masked` with its value, sealed as the Secure State Map keeps it. */
  values: z.array(z.tuple([z.string(), z.string()])),
})

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

/** Seals a request for its approval: it opens for the same tenant, user, session and approval only. */
export function sealRequest(keyRing: Pick<KeyRing, 'seal'>, owner: Owner, held: HeldRequest): string {
  return keyRing.seal(scopeOf(owner), JSON.stringify(held), boundTo('request', owner))
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
  const held = heldRequestSchema.safeParse(
    JSON.parse(keyRing.open(scopeOf(approval), sealed, boundTo('request', approval))),
  )
  if (!held.success) throw unreadable('A held request has another form than this version writes.')
  const { tenant, sub } = held.data.principal
  const isBound = tenant === approval.tenant && sub === approval.sub
  if (!isBound || digestOfRequest(keyRing, approval, held.data.body) !== approval.requestDigest) {
    throw unreadable('A held request is not the one that its approval names.')
  }
  return held.data
}

/** Seals an answer, still with tokens, for the approval of its request and the run that made it. */
export function sealAnswer(keyRing: Pick<KeyRing, 'seal'>, approval: Owner, answer: string): string {
  return keyRing.seal(scopeOf(approval), answer, boundTo('answer', approval))
}

/** Opens what `sealAnswer` sealed. Throws `layer_failed`. */
export function openAnswer(keyRing: Pick<KeyRing, 'open'>, approval: Owner, sealed: string): string {
  return keyRing.open(scopeOf(approval), sealed, boundTo('answer', approval))
}

function scopeOf({ tenant }: Owner) {
  return { purpose: 'approval', tenant } as const
}

function boundTo(what: 'request' | 'answer', { id, tenant, sub, sessionId }: Owner): string {
  return canonicalJson([what, tenant, id, sub, sessionId])
}

function unreadable(why: string): SluiceError {
  return new SluiceError('layer_failed', { cause: new Error(why) })
}
