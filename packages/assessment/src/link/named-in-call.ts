import type { Parameters } from '../model/detection.ts'
import type { NameReader } from '../packs/interpret-name.ts'
import { CURVE_FAMILY } from './candidate-parameters.ts'

/** What the name of a called function or of a constant says beside its algorithm, such as `aes256GcmTemplate`. */
type NamedInCall = Pick<Parameters, 'keySize' | 'mode' | 'padding' | 'parameterSet' | 'curve' | 'hash'>

type Word = keyof NamedInCall

/** Between a small letter or a digit and a capital, and before the last capital of several. */
const HUMPS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g

/** The length of a key and how it is used: a class or a package of that name has functions for other ones, too. */
const OF_LAST_PART: readonly Word[] = ['keySize', 'mode', 'padding', 'parameterSet', 'curve', 'hash']
const OF_ANY_PART: readonly Word[] = ['curve', 'hash']
/** A size in the name of a curve's function is that of its curve or of its hash. */
const OF_CURVES: ReadonlySet<Word> = new Set(['curve', 'hash'])

/**
 * Reads the full name of a function or constant that a rule says to use the algorithm: its last part, and for a curve
 * and a hash also those before it, the nearest first (`Ed25519Key.from_private_key`).
 */
export function namedInCall(called: string | undefined, algorithm: string, names: NameReader): NamedInCall {
  const [last = '', ...before] = (called ?? '').split('.').reverse()
  const inLast = wordsIn(last, algorithm, names, OF_LAST_PART)
  const isSized = CURVE_FAMILY.test(algorithm) || Object.keys(inLast).length > 0
  const bits = isSized ? undefined : sizeIn(last, algorithm)
  const said = { ...inLast, ...(bits === undefined ? {} : { keySize: bits }) }
  return before.reduce<NamedInCall>(
    (known, part) => ({ ...wordsIn(part, algorithm, names, OF_ANY_PART), ...known }),
    said,
  )
}

function wordsIn(part: string, algorithm: string, names: NameReader, words: readonly Word[]): NamedInCall {
  const wanted = CURVE_FAMILY.test(algorithm) ? words.filter((word) => OF_CURVES.has(word)) : words
  for (const text of [part, part.replace(HUMPS, '_')]) {
    const found = names.read(text).find((one) => one.algorithm === algorithm)?.parameters ?? {}
    const named = wanted.filter((word) => found[word] !== undefined)
    if (named.length > 0) return Object.fromEntries(named.map((word) => [word, found[word]]))
  }
  return {}
}

function sizeIn(part: string, algorithm: string): number | undefined {
  const bits = new RegExp(`${algorithm.replace(/[^A-Za-z0-9]/g, '')}[_-]?(\\d{3,5})(?!\\d)`, 'i').exec(part)?.[1]
  return bits === undefined ? undefined : Number(bits)
}
