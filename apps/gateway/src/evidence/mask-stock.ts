import { shiftOf } from '@sluice/evidence/shift'
import type { Mask } from '@sluice/pipeline/ports'
import { MASK_BYTES, PART_BYTES } from './mask-messages.ts'

/** Masks in memory. Each is taken once, and its bytes are overwritten when it is. */
export class MaskStock {
  readonly #batches: Buffer[] = []
  /** Where the next mask begins in the first batch. */
  #next = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Adds masks as `mask-messages.ts` lays them out. They belong to the stock from now on. */
  add(masks: Buffer): void {
    const count = Math.floor(masks.length / MASK_BYTES)
    if (count === 0) return
    this.#batches.push(masks)
    this.#size += count
  }

  take(): Mask | undefined {
    const [batch] = this.#batches
    if (batch === undefined) return undefined
    const at = this.#next
    this.#next += MASK_BYTES
    this.#size -= 1
    const mask = readMask(batch, at)
    batch.fill(0, at, this.#next)
    if (this.#next + MASK_BYTES > batch.length) {
      this.#batches.shift()
      this.#next = 0
    }
    return mask
  }

  /** Overwrites all of them. */
  clear(): void {
    for (const batch of this.#batches.splice(0)) batch.fill(0)
    this.#next = 0
    this.#size = 0
  }
}

function readMask(batch: Buffer, at: number): Mask {
  const [value, blinding, end] = [at + PART_BYTES, at + 2 * PART_BYTES, at + MASK_BYTES]
  const secret = Uint8Array.prototype.slice.call(batch, value, blinding)
  return {
    masked: batch.toString('base64url', at, value),
    value: batch.toString('base64url', value, blinding),
    blinding: batch.toString('base64url', blinding, end),
    shiftTo(committed) {
      const shift = shiftOf(secret, committed)
      secret.fill(0)
      return Buffer.from(shift.buffer, shift.byteOffset, shift.length).toString('base64url')
    },
  }
}
