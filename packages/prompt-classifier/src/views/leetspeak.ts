import { type FoldedText, inPlace, replaceMatches } from '@sluice/text-folding'

const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}

/** A word with such digits or signs among its letters, and no other digit: `v2` and digests have others. */
const LEET_WORD =
  /(?<![A-Za-z0-9@$!|])(?=[A-Za-z0-9@$!|]{0,20}[A-Za-z])(?=[A-Za-z]{0,20}[0134578@$!|][A-Za-z0-9@$!|])[A-Za-z0134578@$!|]{3,20}(?![A-Za-z0-9@$|])|(?<![A-Za-z0-9@$!|])[A-Za-z]{2,20}[0134578@$](?![A-Za-z0-9@$|])/g
/** Every such word has one beside a letter, and most texts have none. */
const MAY_BE_LEET = /[A-Za-z][0134578@$|!][A-Za-z0-9@$|!]|[0134578@$|][A-Za-z]|[A-Za-z][0134578@$]/
/** A word that is read so alone is a name or a version. */
const LEAST_WORDS = 2

/** Where so many words have them, and this share, short ones are read too: `1s 4` is `is a`. */
const MANY_WORDS = 4
const LARGE_SHARE = 0.2
const ANY_WORD = /(?<![A-Za-z0-9@$!|])(?![0-9]{4})[A-Za-z0-9@$!|]{1,24}(?![A-Za-z0-9@$|])/g

/** A text whose digits and signs are read as letters, where at least two of its words have them. */
export function withoutLeet(text: string): FoldedText {
  const found = MAY_BE_LEET.test(text) ? (text.match(LEET_WORD)?.length ?? 0) : 0
  if (found < LEAST_WORDS) return inPlace(text)
  const isAll = found >= MANY_WORDS && found >= (text.match(/\S+/g)?.length ?? 0) * LARGE_SHARE
  return replaceMatches(text, isAll ? ANY_WORD : LEET_WORD, ([word]) => inLetters(word))
}

/** One word with letters in the place of its digits and signs; a `!` at its end stays. */
export function inLetters(word: string): string {
  return word.replace(/[0134578@$|]|!(?!$)/g, (sign) => LETTERS[sign] ?? sign)
}
