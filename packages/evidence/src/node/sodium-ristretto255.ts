import sodium from 'libsodium-wrappers-sumo'
import { type CommitmentGroup, MalformedProof } from '../sigma/group.ts'
import { ristretto255 } from '../sigma/ristretto255.ts'

const IDENTITY = new Uint8Array(32)

/**
 * The same suite as `ristretto255`, computed by libsodium on encoded points: about four times faster, and WebAssembly.
 *
 * libsodium passes over the highest bit of a scalar and takes the identity for a point: both are refused here.
 */
export async function openSodiumRistretto255(): Promise<CommitmentGroup<Uint8Array>> {
  await sodium.ready
  const { order, suite, pointBytes, scalarBytes, encodeScalar, decodeScalar } = ristretto255
  const generator = ristretto255.encodePoint(ristretto255.generator)
  const isIdentity = (point: Uint8Array) => sodium.is_zero(point)
  const multiply = (scalar: bigint, point: Uint8Array) => {
    if (scalar === 1n) return point
    const encoded = encodeScalar(scalar)
    return point === generator
      ? sodium.crypto_scalarmult_ristretto255_base(encoded)
      : sodium.crypto_scalarmult_ristretto255(encoded, point)
  }
  return {
    ...{ suite, order, pointBytes, scalarBytes, encodeScalar, decodeScalar, generator, isIdentity },
    secondGenerator: ristretto255.encodePoint(ristretto255.secondGenerator),
    identity: IDENTITY,
    equals: (one, other) => sodium.memcmp(one, other),
    sum: (products) => {
      // A product with 0 is the identity, for which libsodium has an error in place of a result.
      const terms = products.filter(([scalar, point]) => scalar !== 0n && !isIdentity(point))
      const [first = IDENTITY, ...others] = terms.map(([scalar, point]) => multiply(scalar, point))
      return others.reduce((sum, point) => sodium.crypto_core_ristretto255_add(sum, point), first)
    },
    encodePoint: (point) => {
      if (isIdentity(point)) throw new MalformedProof('The identity has no encoding here.')
      return point
    },
    decodePoint: (bytes) => {
      const isPoint = bytes.length === pointBytes && sodium.crypto_core_ristretto255_is_valid_point(bytes)
      if (!isPoint || isIdentity(bytes)) throw new MalformedProof('Not the encoding of a point.')
      return bytes
    },
  }
}
