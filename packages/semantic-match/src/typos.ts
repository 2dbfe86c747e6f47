import { isKnownWord, PAST, PLURAL, withoutS } from './inflection.ts'
import type { Token } from './tokenize.ts'

/** Small words that are often mistyped; another word that is one of their slips is left as it is. */
const SMALL_WORDS = `the that this to and for from with of in is are what when where which why how who can does
  using about into your you between was were has have had not but all it its there their`.split(/\s+/)

const SLIPS = new Map<string, string>()
for (const word of SMALL_WORDS) {
  for (let i = 0; i + 1 < word.length; i += 1) {
    const slip = word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
    if ((!isKnownWord(slip) || slip === 'nad') && !SMALL_WORDS.includes(slip)) SLIPS.set(slip, word)
  }
}

/** A small word with two letters swapped, as it was meant. */
export function withoutTypo(token: Token): Token {
  const meant = token.isLiteral ? undefined : SLIPS.get(token.text)
  return meant === undefined ? token : { ...token, text: meant }
}

/** Shorter words have too many neighbours. */
const SHORTEST = 4

/** Whether one word is the other with two neighbouring letters swapped, and is no word itself. */
export function isTypo(one: string, other: string): boolean {
  return isSlipOf(one, other) || isSlipOf(other, one)
}

function isSlipOf(slip: string, word: string): boolean {
  if (slip.length < SHORTEST || !/^[a-z]+$/.test(slip) || isKnownWord(slip) || isKnownWord(withoutS(slip))) return false
  const base = word.replace(/~.$/, '')
  if (!/^[a-z]+$/.test(base) || !isKnownWord(base)) return false
  const stem = base.endsWith('e') ? base.slice(0, -1) : base
  const forms = word.endsWith(PAST)
    ? [`${stem}ed`]
    : word.endsWith(PLURAL)
      ? [`${base}s`, `${base}es`]
      : [base, `${base}s`, `${stem}ing`]
  return forms.some((form) => areSwapped(form, slip))
}

function areSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  if (at > one.length - 2) return false
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}
