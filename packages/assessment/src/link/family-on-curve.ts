import type { NamedAlgorithm, NameReader } from '../packs/interpret-name.ts'
import { type Resolved, textOf } from './resolved.ts'

/**
 * What a curve makes of `EC`: on an Edwards curve a key signs by EdDSA (RFC 8032), on a Montgomery curve it agrees on
 * keys by X25519 or X448 (RFC 7748). What is said to sign does not agree on keys, whatever its curve is called.
 */
export function onCurve(named: NamedAlgorithm, curve: string, names: NameReader): NamedAlgorithm {
  const { isAnyCurveUse, ...own } = named
  const isOpen = isAnyCurveUse === true
  // A list of groups names each for itself.
  if ((!isOpen && !/^EC(?:DSA|DH)$/.test(own.algorithm)) || /[\s,:;]/.test(curve)) return named
  const [found, ...others] = names.read(curve)
  if (found === undefined || others.length > 0) return named
  const isSigning = found.algorithm === 'EdDSA' && (isOpen || own.algorithm === 'ECDSA')
  const isAgreeing = /^X(?:25519|448)$/.test(found.algorithm) && (isOpen || own.algorithm === 'ECDH')
  if (!isSigning && !isAgreeing) return named
  const role = own.role ?? found.role
  const parameters = { ...own.parameters, ...found.parameters }
  return { algorithm: found.algorithm, ...(role === undefined ? {} : { role }), parameters }
}

/** The same for all curves that may be meant. */
export function onCurves(
  named: NamedAlgorithm,
  curves: readonly Resolved[],
  { names }: { readonly names: NameReader },
): readonly NamedAlgorithm[] {
  const found = new Map<string, NamedAlgorithm>()
  for (const { value } of curves) {
    const one = onCurve(named, textOf(value) ?? '', names)
    found.set(one.algorithm, one)
  }
  return found.size === 0 ? [named] : [...found.values()]
}
