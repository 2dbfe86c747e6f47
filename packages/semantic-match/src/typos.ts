import { isEnglishForm, isKnownWord } from './inflection.ts'
import { BOUNDARIES } from './lexicon.ts'
import type { Token } from './tokenize.ts'

/** Small words that are often mistyped; another word that is one of their slips is left as it is. */
const SMALL_WORDS = `the that this to and for from with of in is are what when where which why how who can does
  using about into your you between was were has have had not but all it its there their`.split(/\s+/)

/** Words and names that are no slips of a small word, though one is made of the same letters. */
const NO_SLIPS: ReadonlySet<string> = new Set('aws rae aer fro suing si ti ahs'.split(' '))

const SLIPS = new Map<string, string>()
for (const word of SMALL_WORDS) {
  for (let i = 0; i + 1 < word.length; i += 1) {
    const slip = word.slice(0, i) + word[i + 1] + word[i] + word.slice(i + 2)
    if (NO_SLIPS.has(slip)) continue
    if ((!isKnownWord(slip) || slip === 'nad') && !SMALL_WORDS.includes(slip)) SLIPS.set(slip, word)
  }
}

/** Shorter words have too many neighbours. */
const SHORTEST = 5

/** In letters; a longer one is a name or a code. */
const LONGEST = 24

/**
 * A word with two neighbouring letters swapped, as it was meant: a listed small word, or the only English word that it
 * is a slip of. What is a word itself, has a capital inside a sentence, or is quoted stays as it is.
 */
export function withoutTypo(token: Token): Token {
  // `SI` is a name, and so is `Leon`.
  if (token.isLiteral || (token.raw !== token.text && !token.isFirst)) return token
  const meant = SLIPS.get(token.text) ?? wordOfSlip(token)
  return meant === undefined ? token : { ...token, text: meant }
}

function wordOfSlip({ text }: Token): string | undefined {
  if (text.length < SHORTEST || text.length > LONGEST || !/^[a-z]+$/.test(text)) return undefined
  // WordNet has no prepositions: `from` is no slip of `form`.
  if (isEnglishForm(text) || BOUNDARIES.has(text)) return undefined
  const meant = swapsOf(text).filter(isEnglishForm)
  return meant.length === 1 ? meant[0] : undefined
}

function swapsOf(word: string): readonly string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, i) => word.slice(0, i) + (word[i + 1] ?? '') + (word[i] ?? '') + word.slice(i + 2),
  ).filter((swap) => swap !== word)
}
