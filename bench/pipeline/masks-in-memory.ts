import { randomBytes } from 'node:crypto'
import { shiftOf } from '@sluice/evidence'
import type { MaskPool } from '@sluice/pipeline/ports'

const PART = 32
const MASKS = 4_096

/** Masks at the cost that those of a gateway have where its pool is full. They commit to nothing. */
export function createMasksInMemory(): MaskPool {
  const bytes = randomBytes(3 * PART * MASKS)
  let next = 0
  return {
    take() {
      const at = next
      next = (next + 3 * PART) % bytes.length
      // Below the order of the group, as every scalar is.
      bytes[at + 2 * PART - 1] = 0
      const secret = Uint8Array.prototype.slice.call(bytes, at + PART, at + 2 * PART)
      return {
        masked: bytes.toString('base64url', at, at + PART),
        value: bytes.toString('base64url', at + PART, at + 2 * PART),
        blinding: bytes.toString('base64url', at + 2 * PART, at + 3 * PART),
        shiftTo(committed) {
          const shift = shiftOf(secret, committed)
          return Buffer.from(shift.buffer, shift.byteOffset, shift.length).toString('base64url')
        },
      }
    },
  }
}
