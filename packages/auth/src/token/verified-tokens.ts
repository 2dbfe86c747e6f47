import { hash } from 'node:crypto'
import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'

interface VerifiedTokensOptions<T> {
  /** The costly check of a token that is not remembered. */
  readonly verify: (token: string) => Promise<{ readonly value: T; readonly expiresAtMs: number }>
  readonly clock: Clock
  /** How many tokens are remembered; 10,000 by default. The least recently used is dropped first. */
  readonly max?: number
  /** How long a token is remembered at most, so that withdrawn keys take effect; 300,000 by default. */
  readonly maxAgeMs?: number
}

/**
 * Remembers successful verifications by the token's SHA-256 until the token expires: the hot path then costs one hash.
 * It keeps neither the token itself nor failures, and concurrent calls with the same new token share one
 * verification. Rejects as `verify` does.
 */
export function createVerifiedTokens<T extends object>(
  options: VerifiedTokensOptions<T>,
): (token: string) => Promise<T> {
  const { verify, clock, maxAgeMs = 300_000 } = options
  const remembered = new LRUCache<string, { readonly value: T; readonly untilMs: number }>({
    max: options.max ?? 10_000,
  })
  const share = singleFlight<string, T>()

  async function verifyAndRemember(key: string, token: string): Promise<T> {
    const { value, expiresAtMs } = await verify(token)
    remembered.set(key, { value, untilMs: Math.min(expiresAtMs, clock.nowMs() + maxAgeMs) })
    return value
  }

  return (token) => {
    const key = hash('sha256', token, 'base64url')
    const entry = remembered.get(key)
    if (entry !== undefined && clock.nowMs() < entry.untilMs) return Promise.resolve(entry.value)
    return share(key, () => verifyAndRemember(key, token))
  }
}
