/**
 * A group of prime order as the verifier sees it: its points, its scalars modulo the order, and their encodings. All
 * of it is public, so nothing here needs constant time; the prover has its own arithmetic.
 *
 * Source: draft-irtf-cfrg-sigma-protocols-03, section 2.3.
 */
export interface Group<Point> {
  /** Names the group and the hash in the tag of every proof. */
  readonly suite: string
  readonly order: bigint
  readonly generator: Point
  readonly identity: Point
  /** Length of an encoded point, in bytes. */
  readonly pointBytes: number
  /** Length of an encoded scalar, in bytes. */
  readonly scalarBytes: number
  isIdentity(point: Point): boolean
  equals(one: Point, other: Point): boolean
  /** The sum of `scalar * point` over all pairs; scalars are less than the order. */
  sum(products: readonly (readonly [scalar: bigint, point: Point])[]): Point
  /** Throws {@link MalformedProof} for the identity. */
  encodePoint(point: Point): Uint8Array
  /** Throws {@link MalformedProof} for anything but the one encoding of a point that is not the identity. */
  decodePoint(bytes: Uint8Array): Point
  encodeScalar(scalar: bigint): Uint8Array
  /** Throws {@link MalformedProof} for a scalar that is not less than the order. */
  decodeScalar(bytes: Uint8Array): bigint
}

/** A group in which levels are committed to: `value * G + blinding * H`. */
export interface CommitmentGroup<Point> extends Group<Point> {
  /** H, of which nobody knows the discrete logarithm. */
  readonly secondGenerator: Point
}

/** An encoding, a relation or a proof that no honest prover writes. The message quotes nothing of it. */
export class MalformedProof extends Error {
  override readonly name = 'MalformedProof'
}

/** Reads a little-endian number. */
export function readLittleEndian(bytes: Uint8Array): bigint {
  let value = 0n
  for (let at = bytes.length - 1; at >= 0; at -= 1) value = (value << 8n) | BigInt(bytes[at] ?? 0)
  return value
}

/**
 * Writes a little-endian number.
 *
 * @throws {RangeError} where it has no room in so many bytes.
 */
export function writeLittleEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let rest = value
  for (let at = 0; at < length; at += 1) {
    bytes[at] = Number(rest & 0xffn)
    rest >>= 8n
  }
  if (rest !== 0n) throw new RangeError(`The number has no room in ${length} bytes.`)
  return bytes
}
