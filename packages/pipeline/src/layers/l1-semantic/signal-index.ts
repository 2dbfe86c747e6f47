import type { Normalised } from './normalise.ts'
import type { Signal } from './technique.ts'
import { TECHNIQUES } from './techniques/index.ts'

/** A sign in the table, with the technique that it is a sign of. */
interface IndexedSignal extends Signal {
  readonly technique: string
}

/** Every sign, in the order of the table. */
export const SIGNALS: readonly IndexedSignal[] = TECHNIQUES.flatMap(({ name, signals }) =>
  signals.map((signal) => ({ ...signal, technique: name })),
)

/** Places in `SIGNALS` by the word that they need. */
const BY_WORD = new Map<string, number[]>()
for (const [i, { needs }] of SIGNALS.entries()) {
  if (needs === 'other-script') continue
  for (const word of needs) BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), i])
}

/** Places in `SIGNALS` of those that need nothing, or nothing but another script. */
const IN_EVERY_TEXT = SIGNALS.flatMap(({ needs }, i) => (needs.length === 0 ? [i] : []))
const BEYOND_ASCII = SIGNALS.flatMap(({ needs }, i) => (needs.length === 0 || needs === 'other-script' ? [i] : []))

const WORDS = [...BY_WORD.keys()]
/** Every needed word, where it stands whole: in an ASCII text, and in one whose digits were read as letters. */
const IN_ASCII = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'g')
const LETTERS_ONLY = WORDS.filter((word) => /^[a-z]+$/.test(word))
const IN_LEET = new RegExp(`(?<![a-z])(?:${LETTERS_ONLY.join('|')})(?![a-z])`, 'g')
/** The words of every other text, which are looked up one by one. */
const BEYOND = /[\p{L}\p{M}\p{N}_]+/gu

/** The signs whose needs a text meets, in the order of the table: found by the text's words, not sign by sign. */
export function signalsFor({ plain, leet, ascii }: Normalised): readonly IndexedSignal[] {
  const inPlain = plain.match(ascii ? IN_ASCII : BEYOND)
  const inLeet = leet === undefined ? null : leet.match(IN_LEET)
  const places = new Set(ascii ? IN_EVERY_TEXT : BEYOND_ASCII)
  for (const words of [inPlain, inLeet]) {
    for (const word of words ?? []) for (const place of BY_WORD.get(word) ?? []) places.add(place)
  }
  return [...places].sort((one, other) => one - other).flatMap((place) => SIGNALS[place] ?? [])
}
