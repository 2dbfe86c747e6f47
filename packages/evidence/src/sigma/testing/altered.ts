import { readLittleEndian, writeLittleEndian } from '../group.ts'
import { ristretto255 } from '../ristretto255.ts'

const BYTES = 32

/** A copy with other bytes from an offset on. */
export function replaced(bytes: Uint8Array, offset: number, by: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy.set(by, offset)
  return copy
}

/** A copy in which some bits of one byte are others. */
export function flipped(bytes: Uint8Array, offset: number, bits = 1): Uint8Array {
  return replaced(bytes, offset, Uint8Array.of((bytes[offset] ?? 0) ^ bits))
}

/** A scalar of a proof or a statement plus the order of the group: the same scalar, in another encoding. */
export function lifted(bytes: Uint8Array, offset: number): Uint8Array {
  const scalar = readLittleEndian(bytes.subarray(offset, offset + BYTES))
  return replaced(bytes, offset, writeLittleEndian(scalar + ristretto255.order, BYTES))
}

/** 32 bytes that are the encoding of no point. Source: RFC 9496, appendix A.3, and the identity, which we refuse. */
export const NO_POINTS: readonly (readonly [what: string, hex: string])[] = [
  ['the identity', '0000000000000000000000000000000000000000000000000000000000000000'],
  ['a field element that is not reduced', '00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'],
  ['the field prime', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
  ['a negative field element', '0100000000000000000000000000000000000000000000000000000000000000'],
  ['a number whose square gives no x', '26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371'],
  ['a number that gives a negative xy', '3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e'],
  ['a number that gives y = 0', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
]
