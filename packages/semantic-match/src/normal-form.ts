import { canonicalSentence } from './canonical-sentence.ts'
import { expandContractions } from './contractions.ts'
import { isEnglish } from './language.ts'
import { plainWord } from './plain-word.ts'
import { END, type Token, tokenize } from './tokenize.ts'
import { withoutTypo } from './typos.ts'
import { genitives } from './word-order.ts'
import { withoutWrappers } from './wrappers.ts'

/** The longest prompt that has a normal form, in UTF-16 units. Longer ones are rarely asked twice. */
export const MAX_PROMPT_LENGTH = 4096

/**
 * A prompt without what changes no answer: prompts with the same normal form ask the same. Every difference is removed
 * by a rule, or stays. Linear in the length of the prompt. `undefined` where that is more than `MAX_PROMPT_LENGTH`, and
 * where the prompt has no word.
 *
 * It holds most of the prompt's words, and is as sensitive as the prompt.
 */
export function normalFormOf(text: string): string | undefined {
  if (text.length > MAX_PROMPT_LENGTH) return undefined
  const tokens = tokenize(text)
  const english = isEnglish(tokens)
  const all = english ? englishWords(tokens) : tokens.flatMap(otherWord)
  const words = trimEnds(all ?? [])
  return words.length === 0 ? undefined : [english ? 'en' : '-', ...words].join(' ')
}

/** `undefined` for a prompt about words. */
function englishWords(tokens: readonly Token[]): readonly string[] | undefined {
  const rest = withoutWrappers(expandContractions(asGiven(withAskedStatements(tokens)).map(withoutTypo)))
  if (rest.some(({ text }) => ABOUT_WORDS.has(text.toLowerCase())) || translatesItself(rest) || comparesSpellings(rest))
    return undefined
  const words: string[] = []
  for (const sentence of sentencesOf(genitives(rest))) {
    if (words.length > 0) words.push(END)
    words.push(...canonicalSentence(sentence))
  }
  return words
}

/** In other languages capitals may say something (`Sie`), but at the beginning of a sentence. */
function otherWord({ text, raw, isFirst }: Token): readonly string[] {
  if (SIGNS.has(text)) return []
  return [isFirst || !/^\p{L}/u.test(raw) ? text : raw]
}

/** What other languages are compared without, beside the end. */
const SIGNS: ReadonlySet<string> = new Set([',', '¿', '¡', 'bitte'])

/** A prompt with one of these may ask about the words themselves: only the very same one asks the same. */
const ABOUT_WORDS: ReadonlySet<string> = new Set(
  `synonym synonyms antonym antonyms spell spelled spelling pronounce pronounced rhyme rhymes idiom idioms grammar
  grammatical grammatically punctuation proofread rephrase reword letters vowels consonants syllable syllables
  characters anagram palindrome acronym plural singular tense noun verb adjective adverb pronoun conjugate
  conjugation capitalize capitalise uppercase lowercase etymology typo typos misspelled comma commas punctuate apostrophe
  hyphen word words numeral numerals digits brits british american americans pronounce`.split(/\s+/),
)

/** What follows a colon is given to be worked on: each letter of it counts. */
function asGiven(tokens: readonly Token[]): readonly Token[] {
  const colon = tokens.findIndex(({ text, raw, isLiteral }) => raw === ':' && text === ',' && !isLiteral)
  if (colon < 0) return tokens
  return tokens.map((token, i) => (i > colon ? { ...token, text: token.raw, isLiteral: true } : token))
}

/** Whether the words to translate stand among those that say so. */
function translatesItself(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => TRANSLATING.has(text)) && !tokens.some(({ isLiteral }) => isLiteral)
}

const TRANSLATING: ReadonlySet<string> = new Set(['translate', 'translated', 'translation', 'proofread', 'correct'])

/** Whether two spellings of one word are asked about: `color or colour`. */
function comparesSpellings(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }, i) => {
    const [one, other] = [tokens[i - 1]?.text, tokens[i + 1]?.text]
    if (!COMPARING.has(text) || one === undefined || other === undefined || one === other) return false
    return plainWord(one, undefined) === plainWord(other, undefined)
  })
}

const COMPARING: ReadonlySet<string> = new Set(['or', 'vs', 'versus', 'and', 'to', 'than'])

/** `You did it?` asks what `You did it.` says: its sign is a word of the sentence. */
function withAskedStatements(tokens: readonly Token[]): readonly Token[] {
  let first: Token | undefined
  return tokens.map((token) => {
    const isEnd = token.text === END && !token.isLiteral
    const isAsked = isEnd && first !== undefined && /^[?？؟]$/u.test(token.raw) && SUBJECTS.has(first.text)
    if (isEnd) first = undefined
    else if (token.text !== ',') first ??= token
    return isAsked ? { ...token, text: '?' } : token
  })
}

/** Begin a sentence that says something: questions begin with others. */
const SUBJECTS: ReadonlySet<string> = new Set(
  'i you he she it we they this that these those the a an my your his her our their there no'.split(' '),
)

function sentencesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const sentences: Token[][] = [[]]
  for (const token of tokens) {
    if (token.text === END && !token.isLiteral) sentences.push([])
    else sentences.at(-1)?.push(token)
  }
  return sentences.filter((sentence) => sentence.some(({ text }) => text !== ','))
}

function trimEnds(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 0 && words[end - 1] === END) end -= 1
  return words.slice(0, end)
}
