/** A bucket holds what may be taken in this time, in milliseconds, and is refilled evenly. */
const MINUTE_MS = 60_000
/** Allows for the rounding of sums, in milliseconds. */
const ROUNDING_MS = 1e-6

/**
 * Counts what happens against a number a minute: as many at once, then one each time a place has been refilled. So a
 * minute holds at most twice the number, and an hour 61 times.
 *
 * It keeps one number, the time at which the bucket is full again, so that each call costs O(1) and the limit may be
 * another one at each call. Times are monotonic milliseconds; `Infinity` is no limit.
 *
 * Source: ITU-T I.371, annex A, the generic cell rate algorithm as virtual scheduling.
 */
export class TokenBucket {
  #fullAtMs = 0

  /** @param amount may be more than is there, which is owed then, and negative, which gives back. */
  take(perMinute: number, nowMs: number, amount = 1): void {
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + (MINUTE_MS * amount) / perMinute
  }

  /** How long until so many may be taken, at most `perMinute`, in milliseconds; 0 where they may be taken now. */
  waitMs(perMinute: number, nowMs: number, amount = 1): number {
    const overMs = this.untilFullMs(nowMs) - (MINUTE_MS - (MINUTE_MS * amount) / perMinute)
    return overMs > ROUNDING_MS ? overMs : 0
  }

  /** How many may be taken now. */
  remaining(perMinute: number, nowMs: number): number {
    const leftMs = MINUTE_MS - this.untilFullMs(nowMs) + ROUNDING_MS
    return leftMs < 0 ? 0 : Math.floor((leftMs * perMinute) / MINUTE_MS)
  }

  /** How long until everything may be taken at once, in milliseconds; 0 where it may be now. */
  untilFullMs(nowMs: number): number {
    return Math.max(0, this.#fullAtMs - nowMs)
  }
}
