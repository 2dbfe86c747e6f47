import { CASE_FILTER, NAME_FILTER } from './generated/wordnet.ts'
import { isEnglishForm } from './inflection.ts'
import { ASSISTANT_VERBS } from './lexicon.ts'
import { WordFilter } from './word-filter.ts'

/** Words that WordNet writes with a capital and in small letters, which mean two things: `Turkey`, `turkey`. */
const twoWords = new WordFilter(CASE_FILTER)
/** Words that WordNet writes with a capital only. */
const names = new WordFilter(NAME_FILTER)

/** What a text in capitals throughout may mean by these words cannot be told. */
const DOUBTFUL_IN_CAPITALS = /(?<![\p{L}\p{N}])(?:AIDS|IT|US|WHO)(?![\p{L}\p{N}])/u

/** A text in capitals throughout tells no names by them. */
export function withoutShouting(text: string): string {
  return text === text.toUpperCase() && !DOUBTFUL_IN_CAPITALS.test(text) ? text.toLowerCase() : text
}

/** Small words that are no names where a sentence begins with them. */
const SMALL =
  words(`a an the of and is are how what do does to you can i in with for my which when where who why that this
  it was be should from on by not your me we would if or at as please about into through after before has have had
  his her its there these those could than then over out up any some all but so`)
/** Opens a question: `May I`, `Will it`. Orders begin with a verb: `Mark it`. */
const MODALS = words('may will')

/** Capitals that are the same word, or another word than the one in small letters. */
const ACRONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({ US: 'usa', USA: 'usa', AM: 'am', PM: 'pm', OR: 'or', AND: 'and', NOT: 'not' }),
)
const PLAIN_IN_PAIRS = words('ai eu tv ui uk un ux')

/** Units have no more letters, and their capitals say how much: `mW`, `MW`, `mmHg`. */
const LONGEST_UNIT = 4

/**
 * A word in small letters where its capitals say nothing; else as it is. They say nothing at the beginning of a
 * sentence, and where the word in small letters is the same or none: `Peru`, `JSON`. They say much where that is
 * another word (`Polish`, `AIDS`), a unit or a name of one letter.
 */
export function foldCase(raw: string, isFirst: boolean): string {
  const small = raw.toLowerCase().replaceAll('’', "'")
  if (small === raw || raw === 'I') return small
  const letters = raw.replaceAll('.', '')
  if (/^\p{Lu}{2,}$/u.test(letters)) return foldCapitals(letters)
  if (!/^\p{Lu}[^\p{Lu}]*$/u.test(raw)) return small.length > LONGEST_UNIT && !isEnglishForm(small) ? small : raw
  if (isFirst && SMALL.has(small)) return small
  if (twoWords.has(small)) return isFirst && (MODALS.has(small) || ASSISTANT_VERBS.has(small)) ? small : raw
  if (isFirst) return small
  if (raw.length <= 2) return raw
  return names.has(small) || !isEnglishForm(small) ? small : raw
}

function foldCapitals(letters: string): string {
  const small = letters.toLowerCase()
  const known = ACRONYMS.get(letters)
  if (known !== undefined) return known
  if (letters.length === 2) return PLAIN_IN_PAIRS.has(small) ? small : letters
  return isEnglishForm(small) || small === 'who' ? letters : small
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}
