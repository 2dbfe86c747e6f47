import { DIMENSIONS } from './network.ts'

/** Numbers that one 32-bit word holds, in 16 bits each: half as many additions. */
export const LANES = 2
export const WORDS = DIMENSIONS / LANES
/** Makes every number of a byte one that is not negative, so that no lane borrows from the other. */
const OFFSET = 128

/**
 * Vectors of one byte a number as words of two numbers. A sum of up to 256 of them stays within its lanes. The memory
 * can be shared with other threads.
 */
export function packVectors(vectors: Int8Array): Int32Array<SharedArrayBuffer> {
  const packed = new Int32Array(new SharedArrayBuffer((vectors.length / LANES) * 4))
  for (let i = 0; i < packed.length; i += 1) {
    const low = (vectors[i * LANES] as number) + OFFSET
    const high = (vectors[i * LANES + 1] as number) + OFFSET
    packed[i] = low | (high << 16)
  }
  return packed
}

/** Adds the sum of `count` packed vectors to the numbers of `sums` from `into` on. */
export function addUnpacked(packed: Int32Array, count: number, sums: Int32Array, into: number): void {
  const offset = count * OFFSET
  for (let word = 0; word < WORDS; word += 1) {
    const value = packed[word] as number
    const at = into + word * LANES
    sums[at] = (sums[at] as number) + (value & 0xffff) - offset
    sums[at + 1] = (sums[at + 1] as number) + (value >>> 16) - offset
  }
}
