import { isAlphanumeric, isDigit, matchesOf } from '../recognizer.ts'

/** What digits and signs stand for; a `1` is an `i` or an `l`. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '!': 'i' }),
)
/** One word; a longer one is a code. */
const WORD_LENGTH = { least: 4, most: 48 }
const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{4,48}(?![\p{L}\p{N}])/gu
const WORD_WITH_SIGNS = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}@$!]{2,46})[\p{L}\p{N}](?![\p{L}\p{N}])/gu
const READ = /1+|[03-57-9@$!]/g
/** So many groups of `1` in a word are read either way, so there are four readings at most; the others are `l`. */
const MAX_DOUBTFUL = 2

/** What is the same in every reading, and the `1` behind it, of which `order` counts the groups in a word. */
interface Piece {
  readonly same: string
  readonly ones: number
  readonly order: number
}

/**
 * Readings of a text, each as long as it: the words in which digits stand among more letters than digits, with letters
 * in the place of the digits (`N1ghtfa11`), and once more with `@`, `$` and `!` between letters read so (`Nightf@ll`).
 * Eight at most; none where nothing is to be read. Linear.
 */
export function readDigitsAsLetters(text: string): readonly string[] {
  const digits = /\d/.test(text) ? readingsOf(text, wordsWithDigits(text) ?? matchesOf(text, WORD)) : []
  return SIGN_IN_WORD.test(text) ? digits.concat(readingsOf(text, matchesOf(text, WORD_WITH_SIGNS))) : digits
}

/** The sign comes first, so that other characters cost one look. */
const SIGN_IN_WORD = /[@$!](?<=[\p{L}\p{N}].)(?=[\p{L}\p{N}])/u

type WordMatch = Pick<RegExpExecArray, 0 | 'index'>

/** Of the matches of `WORD` those that hold a digit of ASCII; undefined where one has characters beyond ASCII. */
function wordsWithDigits(text: string): readonly WordMatch[] | undefined {
  const words: WordMatch[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (!isDigit(text.charCodeAt(at))) continue
    let start = at
    while (start > 0 && isAlphanumeric(text.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (end < text.length && isAlphanumeric(text.charCodeAt(end))) end += 1
    if (mayBeOfWord(text, start - 1) || mayBeOfWord(text, end)) return undefined
    const length = end - start
    if (length >= WORD_LENGTH.least && length <= WORD_LENGTH.most)
      words.push({ 0: text.slice(start, end), index: start })
    at = end
  }
  return words
}

/** Whether a character beyond ASCII stands there. The mark of a token is no letter. */
function mayBeOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0x80 && code !== 0xfffc
}

function readingsOf(text: string, words: readonly WordMatch[]): string[] {
  const pieces: Piece[] = []
  let from = 0
  let doubtful = 0
  for (const { 0: word, index } of words) {
    if (!isMostlyLetters(word)) continue
    let order = 0
    for (const { 0: sign, index: at } of matchesOf(word, READ)) {
      const letter = LETTERS.get(sign)
      const same = text.slice(from, index + at) + (letter ?? '')
      pieces.push({ same, ones: letter === undefined ? sign.length : 0, order })
      if (letter === undefined) order += 1
      from = index + at + sign.length
    }
    doubtful = Math.max(doubtful, Math.min(order, MAX_DOUBTFUL))
  }
  if (pieces.length === 0) return []
  return Array.from({ length: 2 ** doubtful }, (_, choice) => {
    const letterOf = (order: number) => (order < MAX_DOUBTFUL && ((choice >> order) & 1) === 0 ? 'i' : 'l')
    const read = pieces.map(({ same, ones, order }) => same + letterOf(order).repeat(ones))
    return read.join('') + text.slice(from)
  })
}

function isMostlyLetters(word: string): boolean {
  if (!/[\d@$!]/.test(word)) return false
  const letters = word.replace(/[^\p{L}]/gu, '').length
  return 2 * letters > word.length
}
