import { beforeAll, describe, expect, it } from 'vitest'
import { openSodiumRistretto255 } from '../node/sodium-ristretto255.ts'
import { type CommitmentGroup, MalformedProof, writeLittleEndian } from './group.ts'
import { ristretto255 } from './ristretto255.ts'
import { flipped, NO_POINTS } from './testing/altered.ts'
import { PlainProver } from './testing/plain-prover.ts'

const { order } = ristretto255
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const random = () => new PlainProver(ristretto255).random()

/** Everything that the verifier asks of a group, in encoded form, so that implementations can be compared. */
function calculator<Point>(group: CommitmentGroup<Point>) {
  const { generator, secondGenerator } = group
  const sumOf = (products: readonly (readonly [bigint, Uint8Array])[]) =>
    group.sum(products.map(([scalar, point]) => [scalar, group.decodePoint(point)]))
  return {
    suite: group.suite,
    encoded: [generator, secondGenerator].map(group.encodePoint),
    takePoint: (point: Uint8Array) => void group.decodePoint(point),
    decodePoint: (point: Uint8Array) => group.encodePoint(group.decodePoint(point)),
    decodeScalar: (scalar: Uint8Array) => group.encodeScalar(group.decodeScalar(scalar)),
    sum: (products: readonly (readonly [bigint, Uint8Array])[]) => group.encodePoint(sumOf(products)),
    isIdentity: (products: readonly (readonly [bigint, Uint8Array])[]) =>
      group.isIdentity(sumOf(products)) && group.equals(sumOf(products), group.identity),
  }
}

describe.each(['@noble/curves', 'libsodium'])('ristretto255 of %s', (library) => {
  const other = calculator(ristretto255)
  let group: ReturnType<typeof calculator<unknown>>
  let generator: Uint8Array
  beforeAll(async () => {
    group = library === 'libsodium' ? calculator(await openSodiumRistretto255()) : calculator(ristretto255)
    generator = group.encoded[0] ?? new Uint8Array()
  })

  it('is of the same suite', () => expect([group.suite, group.encoded]).toEqual([other.suite, other.encoded]))

  it.each(NO_POINTS)('takes no point that is %s', (_what, hex) => {
    expect(() => group.takePoint(bytes(hex))).toThrow(MalformedProof)
  })

  it('takes a point in its one encoding only', () => {
    expect(group.decodePoint(generator)).toEqual(generator)
    for (const point of [flipped(generator, 31, 0x80), generator.subarray(1), Uint8Array.from([...generator, 0])]) {
      expect(() => group.takePoint(point)).toThrow(MalformedProof)
    }
  })

  it('takes scalars below the order only', () => {
    for (const scalar of [0n, 1n, order - 1n]) {
      expect(group.decodeScalar(writeLittleEndian(scalar, 32))).toEqual(writeLittleEndian(scalar, 32))
    }
    for (const scalar of [order, order + 1n, 1n << 252n, 1n << 255n, (1n << 256n) - 1n]) {
      const encoded = writeLittleEndian(scalar, 32)
      if (scalar < order) expect(group.decodeScalar(encoded)).toEqual(encoded)
      else expect(() => group.decodeScalar(encoded)).toThrow(MalformedProof)
    }
    for (const length of [0, 31, 33]) expect(() => group.decodeScalar(new Uint8Array(length))).toThrow(MalformedProof)
  })

  it('adds products up as the other does', () => {
    const points = Array.from({ length: 4 }, () => other.sum([[random(), generator]]))
    const scalars = [1n, 2n, 3n, 8n, 1n << 251n, order - 1n, random(), random()]
    for (const scalar of scalars) {
      const products = points.map((point, index) => [index === 0 ? scalar : random(), point] as const)
      expect(group.sum(products)).toEqual(other.sum(products))
      expect(group.sum([[scalar, generator]])).toEqual(other.sum([[scalar, generator]]))
      expect(group.sum([[0n, points[1] ?? generator], ...products])).toEqual(group.sum(products))
    }
  })

  it('knows the identity, and has no encoding for it', () => {
    const nothing = [
      [],
      [[0n, generator]],
      [
        [1n, generator],
        [order - 1n, generator],
      ],
    ] as const
    for (const products of nothing) {
      expect(group.isIdentity(products)).toBe(true)
      expect(() => group.sum(products)).toThrow(MalformedProof)
    }
    expect(group.isIdentity([[1n, generator]])).toBe(false)
  })
})
