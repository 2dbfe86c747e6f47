import { randomBytes } from 'node:crypto'

const POOL_BYTES = 4_096

/** Returns that many random bytes, at most 4,096. No byte is given out twice. */
type RandomPool = (bytes: number) => Buffer

/**
 * Makes a source of the system's random bytes that fetches many at a time: asking the system costs more than sealing a
 * value. A pool that is used up is never refilled, so that the bytes that were given out do not change.
 */
export function createRandomPool(): RandomPool {
  let pool = Buffer.alloc(0)
  let taken = 0
  return (bytes) => {
    if (bytes > POOL_BYTES) throw new RangeError(`A random pool gives at most ${POOL_BYTES} bytes.`)
    if (taken + bytes > pool.length) {
      pool = randomBytes(POOL_BYTES)
      taken = 0
    }
    taken += bytes
    return pool.subarray(taken - bytes, taken)
  }
}
