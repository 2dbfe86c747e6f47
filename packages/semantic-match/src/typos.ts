import { isKnownWord, PLURAL } from './inflection.ts'
import type { Token } from './tokenize.ts'

/** Small words that are often mistyped; another word that is one of their slips is left as it is. */
const SMALL_WORDS = `the that this to and for from with of in is are what when where which why how who can does
  using about into your you between`.split(/\s+/)

const SLIPS = new Map<string, string>()
for (const word of SMALL_WORDS) {
  for (let i = 0; i + 1 < word.length; i += 1) {
    const slip = word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
    if (!isKnownWord(slip) && !SMALL_WORDS.includes(slip)) SLIPS.set(slip, word)
  }
}

/** A small word with two letters swapped, as it was meant. */
export function withoutTypo(token: Token): Token {
  const meant = token.isLiteral ? undefined : SLIPS.get(token.text)
  return meant === undefined ? token : { ...token, text: meant }
}

/** Shorter words have too many neighbours. */
const SHORTEST = 4

/** Whether one word is the other with two neighbouring letters swapped, and one of both is no word. */
export function isTypo(one: string, other: string): boolean {
  const [a, b] = [written(one), written(other)]
  if (a.length < SHORTEST || a.length !== b.length || !/^[a-z]+$/.test(a) || !/^[a-z]+$/.test(b)) return false
  if (!areSwapped(a, b)) return false
  // A word that a rule has changed is known.
  const [isKnown, isOtherKnown] = [a !== one || isKnownWord(a), b !== other || isKnownWord(b)]
  return isKnown !== isOtherKnown
}

function written(word: string): string {
  return word.endsWith(PLURAL) ? `${word.slice(0, -PLURAL.length)}s` : word
}

function areSwapped(one: string, other: string): boolean {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  if (at > one.length - 2) return false
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}
