import { hash } from 'node:crypto'
import { type ChatRequest, canonicalJson } from '@sluice/contracts'
import { findTokens, type SessionScope } from '@sluice/token-vault'

/** Who asks, under which policy, and of whom. */
export interface CacheScope {
  readonly session: SessionScope
  readonly policyVersion: string
  /** Whether every endpoint that may answer gives all users of a tenant the same answer. */
  readonly isShareable: boolean
}

/** Members that say how the answer is sent. Every other one may change what it is, `user` and `metadata` included. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['stream', 'stream_options'])

/**
 * The key of a tokenized request: SHA-256, hex, over policy version, all members that can change the answer, and whose
 * answer it is. That is the user's, or the tenant's where the endpoints are shareable. With anything in the form of a
 * token in it, the request has a key of its session only: the text of the answer may be about what the token hides.
 */
export function cacheKeyOf({ session, policyVersion, isShareable }: CacheScope, request: ChatRequest): string {
  const asked = canonicalJson(Object.fromEntries(Object.entries(request).filter(([name]) => !WITHOUT_EFFECT.has(name))))
  const { tenant, sub, sessionId, secret } = session
  const owner = findTokens(asked).length > 0 ? [tenant, sub, sessionId, secret] : isShareable ? [tenant] : [tenant, sub]
  return hash('sha256', `${JSON.stringify(['sluice answer v2', policyVersion, owner])}${asked}`, 'hex')
}
