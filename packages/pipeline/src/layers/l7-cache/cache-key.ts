import { hash } from 'node:crypto'
import { canonicalJson } from '@sluice/contracts'
import type { SessionScope } from '@sluice/token-vault'
import type { CacheableRequest } from './cacheable-request.ts'
import { numberTokens } from './canonical-tokens.ts'

/** Who asks, under which policy, and of whom. */
export interface CacheScope {
  readonly session: SessionScope
  readonly policyVersion: string
  /** The version of the tenant's codenames: what has become one since stands in older answers as it is. */
  readonly codenames: string
  /** Whether every endpoint that may answer gives all users of a tenant the same answer. */
  readonly isShareable: boolean
  /** Whether it is true of this session only, as shifted dates are. */
  readonly isOfSession?: boolean
  /** Headers that go on to the endpoint. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Members that say how the answer is sent. Every other one may change what it is, `user` and `metadata` included. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['stream', 'stream_options'])
/** Headers that name the request, not what it asks for. Every other one may choose a version of the wire. */
const TRACE_CONTEXT: ReadonlySet<string> = new Set(['traceparent', 'tracestate'])

/** Where the answer to a request is remembered. */
interface CachePlace {
  readonly key: string
  /** The tokens of the request that the answer may be given to others without: in their order, each once. */
  readonly tokens: readonly string[]
}

/**
 * The place of a tokenized request. Its key is SHA-256, hex, over its wire, policy version, the version of the tenant's
 * codenames, all members and headers that can change the answer, and whose answer it is. That is the user's, or the
 * tenant's where the endpoints are shareable. Tokens go into it by number, so that other people in the same sentence
 * are no difference.
 *
 * @param isOwn whether L3 has put a token there. With anything else in the form of a token in it the request has a
 *   place of its session only: nobody knows what it stands for. So has one with `isOfSession`.
 */
export function placeOf(
  { session, policyVersion, codenames, isShareable, isOfSession = false, headers = {} }: CacheScope,
  { kind, body }: CacheableRequest,
  isOwn: (token: string) => boolean,
): CachePlace {
  const asked = canonicalJson(without(body, WITHOUT_EFFECT))
  const { tenant, sub, sessionId, secret } = session
  const { text, tokens } = numberTokens(asked)
  const isOwned = !isOfSession && tokens.every(isOwn)
  const owner = !isOwned ? [tenant, sub, sessionId, secret] : isShareable ? [tenant] : [tenant, sub]
  const versions = canonicalJson(without(headers, TRACE_CONTEXT))
  const head = JSON.stringify(['sluice answer v4', kind, policyVersion, codenames, owner, versions])
  return { key: hash('sha256', `${head}${isOwned ? text : asked}`, 'hex'), tokens }
}

function without(members: object, names: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.has(name)))
}
