import { PLURAL } from './inflection.ts'
import { BE, DETERMINERS, FILLERS, POLAR, QUESTION_WORDS } from './lexicon.ts'
import { LITERAL, plainWord } from './plain-word.ts'
import { adjectivesFirst, withoutRelatives } from './relative-clauses.ts'
import { rewritePhrases, rewriteSentence } from './rewrites.ts'
import type { Token } from './tokenize.ts'
import { activeVoice, adverbialLast, sortConjuncts } from './word-order.ts'

/** The words of a sentence in their normal form and order. */
export function canonicalSentence(sentence: readonly Token[]): readonly string[] {
  const [verb = '', ...others] = sentence.map(({ text, isLiteral }) => (isLiteral ? `${LITERAL}${text}` : text))
  const sorted = sortConjuncts([ORDER_VERBS.get(verb) ?? verb, ...others])
  const isPolar = POLAR.has(baseOf(sorted[0] ?? ''))
  const plain: string[] = []
  for (const [i, word] of sorted.entries()) {
    const before = sorted[i - 1]
    if (FILLERS.has(word) || (DETERMINERS.has(word) && isArticle(word, before, sorted[i + 1]))) continue
    const next = plainWord(word, before)
    // Behind a number the plural says nothing: `5 km`, `5 kilometers`.
    plain.push(/^\d/.test(plain.at(-1) ?? '') ? singular(next) : next)
  }
  const flat = withoutRelatives(adjectivesFirst(adverbialLast(plain))).filter((word) => word !== ',')
  const rewritten = rewriteSentence(rewritePhrases(inverted(targetOf(flat))))
  const active = activeVoice(rewritten)
  const words = active.filter((word, i) => !isSilent(word, i, active))
  const [first = '', ...rest] = words
  const isText = first === 'create' && rest.slice(0, 4).some((word) => TEXTS.has(word))
  const ordered = [isText ? 'write' : (ORDER_VERBS.get(first) ?? first), ...rest]
  const whole = isPolar && rewritten[0] !== 'can' ? [POLAR_MARK, ...ordered] : ordered
  return GENERAL.has(whole[0] ?? '') ? whole.map(singular) : whole
}

/** Opens a question that is answered with yes or no. No word of a prompt has this sign. */
const POLAR_MARK = 'polar?'

/** Questions about a thing as such: `how do I remove a tick`, `how do I remove ticks`. */
const GENERAL: ReadonlySet<string> = new Set([
  ...[POLAR_MARK, 'how-to', 'where-to', 'what-if', 'meaning-of', 'difference-of'],
  ...['can', 'may', 'must', 'should', 'why'],
])

function singular(word: string): string {
  return word.endsWith(PLURAL) ? word.slice(0, -PLURAL.length) : word
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
  if (last !== 'be' && last !== 'was') return [question, ...rest]
  const subject = question === 'how' && MEASURES.has(rest[0] ?? '') ? 1 : 0
  return [question, ...rest.slice(0, subject), last, ...rest.slice(subject, -1)]
}

/** Adjectives of `how tall`. */
const MEASURES: ReadonlySet<string> = new Set(
  'old tall high large long far expensive heavy deep wide fast hot cold hard difficult easy'.split(' '),
)

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
  ['provide', 'give'],
])

/** To create one of these is to write it. */
const TEXTS: ReadonlySet<string> = new Set(
  'program function script code method class snippet query poem story essay letter email article song'.split(' '),
)

function baseOf(word: string): string {
  return BE.has(word) ? 'be' : word === 'does' ? 'do' : word
}

const AMOUNTS: ReadonlySet<string> = new Set('few little most least bit lot couple number'.split(' '))

const SUBJECT_AFTER: ReadonlySet<string> = new Set(['can', 'could', 'do', 'does', 'should', 'would'])

function isArticle(word: string, before: string | undefined, next: string | undefined): boolean {
  // `how can one become a pilot`.
  if (word === 'one' && SUBJECT_AFTER.has(before ?? '')) return false
  // `a few` and `few`, `the most` and `most`.
  if (AMOUNTS.has(next ?? '')) return false
  return next !== undefined && /^["\p{L}\p{N}_]/u.test(next) && !['and', 'or', 'is', 'to', 'in', 'of'].includes(next)
}

/** `be` and `do` where they only build the sentence, commas, and what opens a clause that says what is. */
function isSilent(word: string, at: number, words: readonly string[]): boolean {
  if (word === 'be') return true
  if (word === 'do') return at === 0 || words[at + 1] === 'not' || QUESTION_WORDS.has(words[at - 1] ?? '')
  return word === 'there' && (words[at + 1] === 'be' || words[at - 1] === 'be')
}
