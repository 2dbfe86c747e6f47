import type { Expression } from '../ir.ts'

const METHODS =
  /^(?:generateKey|importKey|encrypt|decrypt|sign|verify|digest|deriveKey|deriveBits|wrapKey|unwrapKey|encapsulateKey|encapsulateBits|decapsulateKey|decapsulateBits)$/

/**
 * `x.subtle.importKey` is WebCrypto's, whatever `x` is: the object is often handed in, or kept in a field whose value
 * only the surroundings tell. Any other expression is given back as it is. The names are those of the W3C's
 * SubtleCrypto.
 */
export function webCryptoMethod(callee: Expression): Expression {
  if (callee.k !== 'member' || !METHODS.test(callee.name)) return callee
  const { of } = callee
  if (of.k !== 'member' || of.name !== 'subtle') return callee
  return { ...callee, of: { k: 'cast', type: 'SubtleCrypto', of, at: callee.at } }
}
