import { ACTION_CATEGORIES, type ActionCategory } from '@sluice/contracts'
import { ClassSums, loadActionModel } from '@sluice/prompt-classifier'
import type { Words } from './read-words.ts'
import { features, writeSentence } from './sentence-features.ts'
import type { Sign } from './sign.ts'

/** Reads along with the rules, and has the last word on what they leave open. */
export interface SentenceReader {
  /** Takes a sentence whose words are read, with what the rules say of it. */
  take(words: Words, sentence: string, rule: string, isBefore: boolean): void
  /** What a request sets out to do, by the rules and by what was read. */
  judge(ruled: Sign): Sign
}

/** Longer requests are left to the rules: an order is short, and what is long is material. */
export const MAX_WORDS = 80
/** The share of words that the lists must know: others are in a language that the model has never read. */
export const KNOWN_SHARE = 0.4
/** So probably a request is to be held, 0..1. */
const HELD_FROM = 0.5
/** The same where a rule says that it is about a text, code or knowledge. */
const HELD_AGAINST_RULE = 0.65
/** So probably a request that no rule knows has a category that is not held. */
const KNOWN_FROM = 0.6
const HELD: readonly ActionCategory[] = ['F', 'G', 'H']
/** Rules that know what is asked for, which is nothing that is held. */
const SURE: ReadonlySet<string> = new Set([
  'order:write-code',
  'order:compose',
  'order:change-code',
  'how-to',
  'explain',
  'headline',
  'question',
])

/** Asks the model that ships with the gateway (docs/action-taxonomy.md). One for each request. */
export class ActionReader implements SentenceReader {
  readonly #model = loadActionModel()
  readonly #seen = new ClassSums()
  #words = 0
  #known = 0

  take(words: Words, sentence: string, rule: string, isBefore: boolean): void {
    if (isBefore && words.count > MAX_WORDS) return
    if (!isBefore) {
      this.#words += words.count
      this.#known += knownWords(words)
    }
    if (this.#words > MAX_WORDS) return
    this.#model.add(this.#seen, features, writeSentence(words, sentence, rule, isBefore))
  }

  /** Raises what the rules do not hold where the model is sure of it, and names what no rule knows. */
  judge(ruled: Sign): Sign {
    const isOpen = this.#words > 0 && this.#words <= MAX_WORDS && this.#known >= KNOWN_SHARE * this.#words
    if (HELD.includes(ruled.category) || !isOpen) return ruled
    return judged(ruled, this.#model.probabilities(this.#seen))
  }
}

/** What the rules and the model say together; exported for its training. */
export function judged(ruled: Sign, probabilities: ArrayLike<number>): Sign {
  let held = 0
  let worst: ActionCategory = 'F'
  for (const category of HELD) {
    held += probabilityOf(probabilities, category)
    if (probabilityOf(probabilities, category) > probabilityOf(probabilities, worst)) worst = category
  }
  const from = SURE.has(ruled.rule) ? HELD_AGAINST_RULE : HELD_FROM
  if (held >= from) return { category: worst, rule: 'model', confidence: held }
  if (ruled.rule !== 'default') return ruled
  const known = ACTION_CATEGORIES.find(
    (category) => !HELD.includes(category) && probabilityOf(probabilities, category) >= KNOWN_FROM,
  )
  if (known === undefined || known === 'A') return ruled
  return { category: known, rule: 'model', confidence: probabilityOf(probabilities, known) }
}

function probabilityOf(probabilities: ArrayLike<number>, category: ActionCategory): number {
  return probabilities[ACTION_CATEGORIES.indexOf(category)] ?? 0
}

/** Words that the lists have, and names and numbers. */
export function knownWords(words: Words): number {
  let known = 0
  for (let at = 0; at < words.count; at += 1) {
    if ((words.number[at] ?? -1) >= 0 || (words.nouns[at] ?? 0) !== 0) known += 1
  }
  return known
}
