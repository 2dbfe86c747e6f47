import { randomBytes } from 'node:crypto'
import type { Mask, MaskPool } from '../ports/mask-pool.ts'

/** For unit tests: masks that commit to nothing, but are as long as others. Each shift is the committed number. */
export function masksForTests(): MaskPool & { readonly taken: readonly Mask[] } {
  const taken: Mask[] = []
  return {
    taken,
    take() {
      const mask: Mask = {
        ...{ masked: bytes32(randomBytes(32)), value: bytes32(randomBytes(32)), blinding: bytes32(randomBytes(32)) },
        shiftTo: (committed) => bytes32(Uint8Array.of(committed, ...new Uint8Array(31))),
      }
      taken.push(mask)
      return mask
    },
  }
}

function bytes32(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
