import { hash } from 'node:crypto'
import { type ChatRequest, canonicalJson } from '@sluice/contracts'

/** Members that say how the answer is sent, billed or labelled, not what it is. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'stream',
  'stream_options',
  'user',
  'safety_identifier',
  'metadata',
  'store',
  'prompt_cache_key',
  'prompt_cache_retention',
])

/**
 * The key of a tokenized request: SHA-256, hex, over the canonical JSON of tenant, policy version and every member that
 * can change the answer, the unknown ones included. A request with tokens in it has the key of its session only,
 * because no other session has these tokens.
 */
export function cacheKeyOf(tenant: string, policyVersion: string, request: ChatRequest): string {
  const asked = Object.fromEntries(Object.entries(request).filter(([name]) => !WITHOUT_EFFECT.has(name)))
  return hash('sha256', canonicalJson(['sluice answer v1', tenant, policyVersion, asked]), 'hex')
}
