import { hash } from 'node:crypto'
import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'

interface VerifiedTokensOptions<T> {
  /** The costly check of a token that is not remembered. */
  readonly verify: (token: string) => Promise<Verified<T>>
  readonly clock: Clock
  /** How many tokens are remembered; 10,000 by default. The least recently used is dropped first. */
  readonly max?: number
  /**
   * How long the remembered tokens are together, in characters; 16,777,216 by default. What is remembered of a token
   * takes about as many bytes: a token with a thousand groups is remembered in the place of twenty others.
   */
  readonly maxLength?: number
  /** How long a token is remembered at most; 300,000 by default. */
  readonly maxAgeMs?: number
}

interface Verified<T> {
  readonly value: T
  /** When the token expires; milliseconds since the Unix epoch. */
  readonly expiresAtMs: number
  /** Until when the keys count that it was verified with; monotonic. A withdrawn key counts no longer than that. */
  readonly keysUntilMs: number
}

interface Remembered<T> {
  readonly value: T
  readonly expiresAtMs: number
  /** Monotonic. */
  readonly untilMs: number
}

/**
 * Remembers successful verifications by the token's SHA-256 until the token expires or its keys are too old: the hot
 * path then costs one hash. It keeps neither the token itself nor failures, and concurrent calls with the same new
 * token share one verification. Rejects as `verify` does.
 */
export function createVerifiedTokens<T extends object>(
  options: VerifiedTokensOptions<T>,
): (token: string) => Promise<T> {
  const { verify, clock, maxAgeMs = 300_000 } = options
  const remembered = new LRUCache<string, Remembered<T>>({
    max: options.max ?? 10_000,
    maxSize: options.maxLength ?? 16_777_216,
  })
  const share = singleFlight<string, T>()

  async function verifyAndRemember(key: string, token: string): Promise<T> {
    const { value, expiresAtMs, keysUntilMs } = await verify(token)
    const untilMs = Math.min(keysUntilMs, clock.monotonicMs() + maxAgeMs)
    remembered.set(key, { value, expiresAtMs, untilMs }, { size: Math.max(token.length, 1) })
    return value
  }

  return (token) => {
    const key = hash('sha256', token, 'base64url')
    const entry = remembered.get(key)
    if (entry !== undefined && isGood(entry, clock)) return Promise.resolve(entry.value)
    return share(key, () => verifyAndRemember(key, token))
  }
}

function isGood({ expiresAtMs, untilMs }: Remembered<unknown>, clock: Clock): boolean {
  return clock.nowMs() < expiresAtMs && clock.monotonicMs() < untilMs
}
