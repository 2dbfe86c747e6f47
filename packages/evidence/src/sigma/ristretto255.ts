import { ristretto255 as curve, ristretto255_hasher as hasher } from '@noble/curves/ed25519.js'
import { type CommitmentGroup, MalformedProof, readLittleEndian, writeLittleEndian } from './group.ts'

const Point = curve.Point
type RistrettoPoint = typeof curve.Point.BASE

const ORDER = Point.Fn.ORDER
const BYTES = 32

/** Domain of the second generator. Nobody knows its discrete logarithm, because a hash has chosen it. */
const SECOND_GENERATOR_DOMAIN = 'sluice-evidence-v1 second generator'
/** Bits of the windows of its table, as the library takes for the first generator: both stand in every equation. */
const TABLE_BITS = 6

/**
 * The generator of blindings, H. Source: RFC 9380, appendix B, hash_to_ristretto255 with SHA-512 of the empty message.
 */
const SECOND_GENERATOR: RistrettoPoint = Point.fromBytes(
  hasher.hashToCurve(new Uint8Array(), { DST: SECOND_GENERATOR_DOMAIN }).toBytes(),
).precompute(TABLE_BITS)

/**
 * ristretto255 with SHAKE128: a suite of our own, because the drafts have none for this group. Encodings are those of
 * RFC 9496: 32 bytes, scalars little-endian.
 */
export const ristretto255: CommitmentGroup<RistrettoPoint> = {
  suite: 'sluice-sigma_Shake128_ristretto255',
  order: ORDER,
  generator: Point.BASE,
  secondGenerator: SECOND_GENERATOR,
  identity: Point.ZERO,
  pointBytes: BYTES,
  scalarBytes: BYTES,
  isIdentity: (point) => point.is0(),
  equals: (one, other) => one.equals(other),
  sum: (products) => {
    let sum = Point.ZERO
    for (const [scalar, point] of products) if (scalar !== 0n) sum = sum.add(point.multiplyUnsafe(scalar))
    return sum
  },
  encodePoint: (point) => {
    if (point.is0()) throw new MalformedProof('The identity has no encoding here.')
    return point.toBytes()
  },
  decodePoint: (bytes) => {
    const point = decode(bytes)
    if (point === undefined || point.is0()) throw new MalformedProof('Not the encoding of a point.')
    return point
  },
  encodeScalar: (scalar) => writeLittleEndian(scalar, BYTES),
  decodeScalar: (bytes) => {
    const scalar = bytes.length === BYTES ? readLittleEndian(bytes) : ORDER
    if (scalar >= ORDER) throw new MalformedProof('Not the encoding of a scalar.')
    return scalar
  },
}

function decode(bytes: Uint8Array): RistrettoPoint | undefined {
  if (bytes.length !== BYTES) return undefined
  try {
    return Point.fromBytes(bytes)
  } catch {
    return undefined
  }
}
