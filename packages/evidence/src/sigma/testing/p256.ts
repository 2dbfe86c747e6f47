import { p256 as curve } from '@noble/curves/nist.js'
import { type Group, MalformedProof } from '../group.ts'

const { Point } = curve
type P256Point = InstanceType<typeof Point>

const ORDER = Point.Fn.ORDER

/** The drafts' own suite: only their test vectors need it. Scalars are big-endian, points are compressed. */
export const p256: Group<P256Point> = {
  suite: 'sigma-proofs_Shake128_P256',
  order: ORDER,
  generator: Point.BASE,
  identity: Point.ZERO,
  pointBytes: 33,
  scalarBytes: 32,
  isIdentity: (point) => point.is0(),
  equals: (one, other) => one.equals(other),
  sum: (products) =>
    products.reduce(
      (sum, [scalar, point]) => (scalar === 0n ? sum : sum.add(point.multiplyUnsafe(scalar))),
      Point.ZERO,
    ),
  encodePoint: (point) => {
    if (point.is0()) throw new MalformedProof('The identity has no encoding.')
    return point.toBytes(true)
  },
  decodePoint: (bytes) => {
    if (bytes.length !== 33) throw new MalformedProof('Not the encoding of a point.')
    try {
      return Point.fromBytes(bytes)
    } catch {
      throw new MalformedProof('Not the encoding of a point.')
    }
  },
  encodeScalar: (scalar) => Uint8Array.from(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')),
  decodeScalar: (bytes) => {
    const scalar = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
    if (scalar >= ORDER) throw new MalformedProof('Not the encoding of a scalar.')
    return scalar
  },
}
