import { canonicalSentence } from './canonical-sentence.ts'
import { expandContractions } from './contractions.ts'
import { isEnglish } from './language.ts'
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
  const words = trimEnds(english ? englishWords(tokens) : tokens.flatMap(({ text }) => (SIGNS.has(text) ? [] : [text])))
  return words.length === 0 ? undefined : [english ? 'en' : '-', ...words].join(' ')
}

function englishWords(tokens: readonly Token[]): readonly string[] {
  const rest = withoutWrappers(expandContractions(tokens.map(withoutTypo)))
  const isAboutWords = rest.some(({ text }) => ABOUT_WORDS.has(text))
  const words: string[] = []
  for (const sentence of sentencesOf(genitives(rest))) {
    if (words.length > 0) words.push(END)
    const texts = isAboutWords
      ? sentence.map(({ text }) => text).filter((text) => text !== ',')
      : canonicalSentence(sentence)
    words.push(...texts)
  }
  return words
}

/** What other languages are compared without, beside the end. */
const SIGNS: ReadonlySet<string> = new Set([',', '¿', '¡', 'bitte'])

/** A prompt with one of these may ask about the words themselves, so that another form is another question. */
const ABOUT_WORDS: ReadonlySet<string> = new Set(
  'synonym synonyms antonym antonyms spell spelled spelling plural pronounce pronounced rhyme rhymes idiom idioms'.split(
    ' ',
  ),
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
