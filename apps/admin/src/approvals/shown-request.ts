import { type HeldRequest, openRequest } from '@sluice/approvals'
import type { Principal } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import type { PolicySnapshot } from '@sluice/policy'
import { findTokens, type KeyRing, openValue, type SessionScope } from '@sluice/token-vault'

/** A held request as one approver may see it. */
interface ShownRequest {
  /** Its members but for the model, with tokens where the approver may not see the value. */
  readonly request: unknown
  /** Where the answer to it waits: that, as a request in which a client would send it back. */
  readonly answer?: unknown
  /** How many different values are shown as tokens. */
  readonly withheld: number
}

interface Viewer {
  readonly principal: Principal
  readonly policy: PolicySnapshot
}

/**
 * Opens what is kept of a held request for an approver: the policy is asked for each value, as it is where an answer is
 * restored. Throws `layer_failed` where something was changed, or belongs elsewhere.
 */
export function showRequest(
  keyRing: KeyRing,
  viewer: Viewer,
  approval: Pick<Approval, 'id' | 'tenant' | 'sub' | 'sessionId' | 'requestDigest'>,
  sealedRequest: string,
): ShownRequest {
  const held = openRequest(keyRing, approval, sealedRequest)
  const { tenant, sub, sessionId } = approval
  const scope = { tenant, sub, sessionId, secret: held.sessionSecret }
  const values = valuesFor(keyRing, viewer, scope, held)
  const withheld = held.values.length - values.size
  const shown = { request: replaceTokens(JSON.parse(held.masked), values), withheld }
  const { maskedAnswer } = held
  return maskedAnswer === undefined ? shown : { ...shown, answer: replaceTokens(JSON.parse(maskedAnswer), values) }
}

/** The values that the viewer may see, by token. */
function valuesFor(keyRing: KeyRing, { principal, policy }: Viewer, scope: SessionScope, held: HeldRequest) {
  const values = new Map<string, string>()
  for (const [token, sealed] of held.values) {
    const { entity, level, value } = openValue(keyRing, scope, token, sealed)
    const { effect } = policy.decide({ principal, action: 'reveal-entity', resource: { entity, level } })
    if (effect === 'permit') values.set(token, value)
  }
  return values
}

/** The request was parsed before, so its depth has a bound. */
function replaceTokens(json: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof json === 'string') return withValues(json, values)
  if (Array.isArray(json)) return json.map((item) => replaceTokens(item, values))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [withValues(name, values), replaceTokens(value, values)]),
  )
}

function withValues(text: string, values: ReadonlyMap<string, string>): string {
  let shown = ''
  let at = 0
  for (const { token, start, end } of findTokens(text)) {
    shown += text.slice(at, start) + (values.get(token) ?? token)
    at = end
  }
  return shown + text.slice(at)
}
