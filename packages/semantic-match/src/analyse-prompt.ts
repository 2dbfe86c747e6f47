import { expandContractions } from './contractions.ts'
import { isEnglish } from './language.ts'
import { BE, DETERMINERS, FILLERS, POLAR, QUESTION_WORDS } from './lexicon.ts'
import { LITERAL, plainWord } from './plain-word.ts'
import { rewritePhrases, rewriteSentence } from './rewrites.ts'
import { vectorOf } from './similarity.ts'
import { END, type Token, tokenize } from './tokenize.ts'
import { withoutTypo } from './typos.ts'
import { activeVoice, adverbialLast, genitives, sortConjuncts } from './word-order.ts'
import { withoutWrappers } from './wrappers.ts'

/** The longest prompt that is compared, in UTF-16 units: what costs more than a look at the model saves nothing. */
export const MAX_PROMPT_LENGTH = 4096

/** A prompt without what changes no answer. */
export interface AnalysedPrompt {
  /** The words that are left, in one order for all ways to say the same. */
  readonly words: readonly string[]
  readonly isEnglish: boolean
  /** For similarity. */
  readonly vector: Float32Array
}

/** Reads a prompt, linear in its length. `undefined` where it is longer than `MAX_PROMPT_LENGTH` or has no word. */
export function analysePrompt(text: string): AnalysedPrompt | undefined {
  if (text.length > MAX_PROMPT_LENGTH) return undefined
  const tokens = tokenize(text)
  const english = isEnglish(tokens)
  const words = trimEnds(english ? englishWords(tokens) : tokens.flatMap(({ text }) => (SIGNS.has(text) ? [] : [text])))
  return words.length === 0 ? undefined : { words, isEnglish: english, vector: vectorOf(words) }
}

function englishWords(tokens: readonly Token[]): readonly string[] {
  const rest = withoutWrappers(expandContractions(tokens.map(withoutTypo)))
  const isAboutWords = rest.some(({ text }) => ABOUT_WORDS.has(text))
  const words: string[] = []
  for (const sentence of sentencesOf(genitives(rest))) {
    if (words.length > 0) words.push(END)
    words.push(
      ...(isAboutWords ? sentence.map(({ text }) => text).filter((text) => text !== ',') : canonical(sentence)),
    )
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

function canonical(sentence: readonly Token[]): readonly string[] {
  const [verb = '', ...others] = sentence.map(({ text, isLiteral }) => (isLiteral ? `${LITERAL}${text}` : text))
  const sorted = sortConjuncts([ORDER_VERBS.get(verb) ?? verb, ...others])
  const letters = new Set(sentence.filter((token) => isLetterName(token)).map(({ text }) => text))
  const isPolar = POLAR.has(baseOf(sorted[0] ?? ''))
  const plain: string[] = []
  for (const [i, word] of sorted.entries()) {
    const before = sorted[i - 1]
    if (FILLERS.has(word) || (DETERMINERS.has(word) && !letters.has(word) && isArticle(word, before, sorted[i + 1])))
      continue
    plain.push(plainWord(word, before))
  }
  const flat = withoutRelatives(adverbialLast(plain)).filter((word) => word !== ',')
  const rewritten = rewriteSentence(rewritePhrases(inverted(targetOf(flat))))
  const active = activeVoice(rewritten)
  const words = active.filter((word, i) => !isSilent(word, i, active))
  const [first = '', ...rest] = words
  const isText = first === 'create' && rest.slice(0, 4).some((word) => TEXTS.has(word))
  const ordered = [isText ? 'write' : (ORDER_VERBS.get(first) ?? first), ...rest]
  return isPolar && rewritten[0] !== 'can' ? ['polar', ...ordered] : ordered
}

/** Verbs of a change: `into` and `to` name the same. */
const CHANGES: ReadonlySet<string> = new Set(['translate', 'convert', 'turn', 'change', 'rewrite', 'transform'])

function targetOf(words: readonly string[]): readonly string[] {
  return CHANGES.has(words[0] ?? '') ? words.map((word) => (word === 'into' ? 'to' : word)) : words
}

/** `what the capital of Peru is`, inside another question, as `what is the capital of Peru`; `which` as `what`. */
function inverted(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words
  if (!QUESTION_WORDS.has(first)) return words
  const question = first === 'which' && rest[0] !== 'of' ? 'what' : first
  const last = rest.at(-1)
  return last === 'be' || last === 'was' ? [question, last, ...rest.slice(0, -1)] : [question, ...rest]
}

/** Verbs that mean the same where an order begins with them. */
const ORDER_VERBS: ReadonlyMap<string, string> = new Map([
  ['make', 'create'],
  ['generate', 'create'],
  ['produce', 'create'],
  ['compose', 'write'],
  ['devise', 'design'],
  ['locate', 'find'],
  ['describe', 'explain'],
  ['enumerate', 'list'],
  ['propose', 'suggest'],
])

/** To create one of these is to write it. */
const TEXTS: ReadonlySet<string> = new Set(
  'program function script code method class snippet query poem story essay letter email article song'.split(' '),
)

function baseOf(word: string): string {
  return BE.has(word) ? 'be' : word === 'does' ? 'do' : word
}

/** `A` in `vitamin A` and `plan A`: a capital inside a sentence is no article. */
function isLetterName({ text, raw, isFirst }: Token): boolean {
  return text === 'a' && raw === 'A' && !isFirst
}

const SUBJECT_AFTER: ReadonlySet<string> = new Set(['can', 'could', 'do', 'does', 'should', 'would'])

function isArticle(word: string, before: string | undefined, next: string | undefined): boolean {
  // `how can one become a pilot`.
  if (word === 'one' && SUBJECT_AFTER.has(before ?? '')) return false
  return next !== undefined && /^["\p{L}\p{N}_]/u.test(next) && !['and', 'or', 'is', 'to', 'in', 'of'].includes(next)
}

/** `be` and `do` where they only build the sentence, commas, and what opens a clause that says what is. */
function isSilent(word: string, at: number, words: readonly string[]): boolean {
  if (word === 'be') return true
  if (word === 'do') return at === 0 || words[at + 1] === 'not' || QUESTION_WORDS.has(words[at - 1] ?? '')
  return word === 'there' && (words[at + 1] === 'be' || words[at - 1] === 'be')
}

/** `X, who works` as `X works`, and `X which is red` as `X is red`. */
function withoutRelatives(words: readonly string[]): readonly string[] {
  return words.filter((word, i) => {
    if (i === 0 || (word !== 'which' && word !== 'that' && word !== 'who')) return true
    return words[i + 1] !== 'be' && words[i - 1] !== ','
  })
}

function trimEnds(words: readonly string[]): readonly string[] {
  let end = words.length
  while (end > 0 && words[end - 1] === END) end -= 1
  return words.slice(0, end)
}
