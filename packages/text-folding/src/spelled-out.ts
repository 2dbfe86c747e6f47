import { type FoldedText, FoldedTextBuilder, inPlace } from './folded-text.ts'

/** Words for the digits, 0 first: English, German, Spanish, French. */
const DIGIT_WORDS: readonly (readonly string[])[] = [
  ['zero', 'oh', 'null', 'cero', 'zéro'],
  ['one', 'eins', 'uno', 'un'],
  ['two', 'zwei', 'zwo', 'dos', 'deux'],
  ['three', 'drei', 'tres', 'trois'],
  ['four', 'vier', 'cuatro', 'quatre'],
  ['five', 'fünf', 'fuenf', 'cinco', 'cinq'],
  ['six', 'sechs', 'seis'],
  ['seven', 'sieben', 'siete', 'sept'],
  ['eight', 'acht', 'ocho', 'huit'],
  ['nine', 'neun', 'nueve', 'neuf'],
]

const DIGIT_BY_WORD: ReadonlyMap<string, string> = new Map(
  DIGIT_WORDS.flatMap((list, digit) => list.map((word) => [word, String(digit)] as const)),
)

/** As many as the shortest number that a label makes a number of somebody. */
const FEWEST = 7
const WORD = `(?:${[...DIGIT_BY_WORD.keys()].toSorted((a, b) => b.length - a.length).join('|')})`
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}])${WORD}(?:[ ,.\\-\\n]{1,3}${WORD}){${FEWEST - 1},63}(?![\\p{L}\\p{N}])`,
  'giu',
)
const WORDS = new RegExp(WORD, 'giu')
/** Every run has two of these in a row behind another; few other texts do. */
const MAY_BE_NUMBERS = new RegExp(`[ ,.\\-\\n](?:${WORD}[ ,.\\-\\n]{1,3}){2}`, 'i')

/** Letters, one by one, with one sign between: `n i g h t f a l l`. */
const LETTERS = /(?<![\p{L}\p{N}])\p{L}(?:([ ._-])\p{L})(?:\1\p{L}){2,62}(?![\p{L}\p{N}])/gu
/** `A B C a` is two: a word is in one letter case behind its first letter. */
const OF_ONE_WORD = /^\p{L}(?:\P{Lu}+|\P{Ll}+)$/u
const MAY_BE_LETTERS = /(?:[ ._-]\p{L}){3}/u

/** A text with digits that are spelled out, and letters that stand apart, as the number or word they make. Linear. */
export function readSpelledOut(text: string): FoldedText {
  const hasNumbers = MAY_BE_NUMBERS.test(text)
  const hasLetters = MAY_BE_LETTERS.test(text)
  if (!hasNumbers && !hasLetters) return inPlace(text)
  const built = new FoldedTextBuilder(text)
  const runs = [...(hasNumbers ? text.matchAll(RUN) : []), ...(hasLetters ? text.matchAll(LETTERS) : [])]
  for (const { 0: run, 1: sign, index } of runs.toSorted((one, other) => one.index - other.index)) {
    if (index < built.copied || (sign !== undefined && !OF_ONE_WORD.test(run.replaceAll(sign, '')))) continue
    if (sign === undefined) readDigits(run, index, built)
    else
      for (let at = 1; at < run.length; at += 1)
        if (run.charAt(at) === sign) built.replace(index + at, index + at + 1, '')
  }
  return built.build()
}

function readDigits(run: string, start: number, built: FoldedTextBuilder): void {
  let end = 0
  for (const { 0: word, index } of run.matchAll(WORDS)) {
    if (index > end) built.replace(start + end, start + index, '')
    end = index + word.length
    built.replace(start + index, start + end, DIGIT_BY_WORD.get(word.toLowerCase()) ?? word)
  }
}
