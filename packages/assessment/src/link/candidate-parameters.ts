import type { Parameters } from '../model/detection.ts'
import type { FileSummary, Sighting } from '../model/file-summary.ts'
import type { NamedAlgorithm, NameReader } from '../packs/interpret-name.ts'
import type { Linking } from './linking.ts'
import { type Resolved, textOf } from './resolved.ts'

/** Families of curves. */
export const CURVE_FAMILY = /^(?:EC|X\d|Ed)/

/** The curves over prime fields of NIST SP 800-186, section 3.2.1: each has a size of its own. */
const CURVE_OF_BITS: ReadonlyMap<number, string> = new Map([
  [192, 'P-192'],
  [224, 'P-224'],
  [256, 'P-256'],
  [384, 'P-384'],
  [521, 'P-521'],
])

/** What a library makes that is asked for bits and for no curve: a key on the NIST curve of that size. */
export function curveOfSize(
  { algorithm }: NamedAlgorithm,
  bits: number | undefined,
  { attributes }: Sighting,
): Parameters {
  const isAsked = /^EC(?:DSA|DH)$/.test(algorithm) && (attributes.curve ?? []).every(({ t }) => t === 'num')
  const curve = isAsked && bits !== undefined ? CURVE_OF_BITS.get(bits) : undefined
  return curve === undefined ? {} : { curve }
}

/** A curve is no parameter of RSA, nor a mode or a padding one of a curve. */
export function givenTo(named: NamedAlgorithm, given: Parameters): Parameters {
  const { curve, mode, padding, ...rest } = given
  const isCurve = CURVE_FAMILY.test(named.algorithm)
  return {
    ...rest,
    ...(curve !== undefined && isCurve ? { curve } : {}),
    ...(mode !== undefined && !isCurve ? { mode } : {}),
    ...(padding !== undefined && !isCurve ? { padding } : {}),
  }
}

/** The parameters beside the size that are known for certain; where two values are possible, none is. */
export function parametersOf(
  summary: FileSummary,
  { attributes, guard }: Sighting,
  { resolver, options }: Linking,
): Parameters {
  const parameters: { -readonly [name in keyof Parameters]: Parameters[name] } = {}
  for (const name of ['curve', 'mode', 'padding', 'hash', 'parameterSet'] as const) {
    const resolved = resolver.resolve(attributes[name] ?? [], summary.file, name, guard)
    const word = only(resolved.flatMap(({ value }) => wordOf(value, name, options.names)))
    if (word !== undefined) parameters[name] = word
  }
  const protocol = only(
    resolver.resolve(attributes.protocol ?? [], summary.file).flatMap(({ value }) => textOf(value) ?? []),
  )
  if (protocol !== undefined) parameters.protocol = protocol
  return parameters
}

/** The curve, hash, mode ... that a value names. */
export function wordOf(
  value: Resolved['value'],
  name: 'curve' | 'mode' | 'padding' | 'hash' | 'parameterSet',
  names: NameReader,
): string | readonly string[] {
  const text = textOf(value)
  if (text === undefined) return []
  return names.attribute(text, name) ?? []
}

function only<T>(values: readonly T[]): T | undefined {
  const distinct = new Set(values)
  return distinct.size === 1 ? values[0] : undefined
}
