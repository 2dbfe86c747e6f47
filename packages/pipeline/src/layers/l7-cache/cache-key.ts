import { hash } from 'node:crypto'
import { type ChatRequest, canonicalJson } from '@sluice/contracts'
import type { SessionScope } from '@sluice/token-vault'
import { numberTokens } from './canonical-tokens.ts'

/** Who asks, under which policy, and of whom. */
export interface CacheScope {
  readonly session: SessionScope
  readonly policyVersion: string
  /** The version of the tenant's codenames: what has become one since stands in older answers as it is. */
  readonly codenames: string
  /** Whether every endpoint that may answer gives all users of a tenant the same answer. */
  readonly isShareable: boolean
}

/** Members that say how the answer is sent. Every other one may change what it is, `user` and `metadata` included. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['stream', 'stream_options'])

/** Where the answer to a request is remembered. */
interface CachePlace {
  readonly key: string
  /** The tokens of the request that the answer may be given to others without: in their order, each once. */
  readonly tokens: readonly string[]
}

/**
 * The place of a tokenized request. Its key is SHA-256, hex, over policy version, the version of the tenant's
 * codenames, all members that can change the answer, and whose answer it is. That is the user's, or the tenant's where
 * the endpoints are shareable. Tokens go into it by number, so that other people in the same sentence are no
 * difference.
 *
 * @param isOwn whether L3 has put a token there. With anything else in the form of a token in it the request has a
 *   place of its session only: nobody knows what it stands for.
 */
export function placeOf(
  { session, policyVersion, codenames, isShareable }: CacheScope,
  request: ChatRequest,
  isOwn: (token: string) => boolean,
): CachePlace {
  const asked = canonicalJson(Object.fromEntries(Object.entries(request).filter(([name]) => !WITHOUT_EFFECT.has(name))))
  const { tenant, sub, sessionId, secret } = session
  const { text, tokens } = numberTokens(asked)
  const isOwned = tokens.every(isOwn)
  const owner = !isOwned ? [tenant, sub, sessionId, secret] : isShareable ? [tenant] : [tenant, sub]
  const head = JSON.stringify(['sluice answer v3', policyVersion, codenames, owner])
  return { key: hash('sha256', `${head}${isOwned ? text : asked}`, 'hex'), tokens }
}
