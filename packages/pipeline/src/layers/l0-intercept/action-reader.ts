import { ACTION_CATEGORIES, type ActionCategory } from '@sluice/contracts'
import { ClassSums, loadActionModel } from '@sluice/prompt-classifier'
import type { Words } from './read-words.ts'
import { features, writeSentence } from './sentence-features.ts'
import type { Sign } from './sign.ts'
import { NOUN } from './words/tags.ts'

/** Longer requests are left to the rules: an order is short, and what is long is material. */
const MAX_WORDS = 80
/** Fewer words than this, numbers aside, say too little: a greeting, a name, a card number, a value in a field. */
const FEWEST_WORDS = 4
/** The share of words that the lists must know: others are in a language that the model has never read. */
const KNOWN_SHARE = 0.4
/** So probably a request is to be held, 0..1. */
const HELD_FROM = 0.75
/** The same where a rule says that it is about a text, code or knowledge. */
const HELD_AGAINST_RULE = 0.88
/** Less probably than this, what the rules hold is let go, in all and in the sentence that they hold. */
const FREE_BELOW = 0.14
/** So probably a request that no rule knows has a category that is not held. */
const KNOWN_FROM = 0.6
const HELD: readonly ActionCategory[] = ['F', 'G', 'H']
/** Rules that know what is asked for, which is nothing that is held. */
const SURE: ReadonlySet<string> = new Set([
  'order:write-code',
  'order:compose',
  'order:change-code',
  'order:look-up',
  'how-to',
  'explain',
  'headline',
  'question',
])

/** Reads along with the rules, and has the last word on what they leave open. */
export abstract class SentenceReader {
  #words = 0
  #numbers = 0
  #known = 0

  /** Takes a sentence whose words are read, with what the rules say of it. */
  take(words: Words, sentence: string, { category, rule }: Sign, isBefore: boolean): void {
    if (isBefore && words.count > MAX_WORDS) return
    if (!isBefore) {
      this.#words += words.count
      this.#numbers += numbersOf(words)
      this.#known += knownWords(words)
    }
    if (this.#words > MAX_WORDS) return
    this.keep(features, writeSentence(words, sentence, rule, isBefore), !isBefore && HELD.includes(category))
  }

  /** Whether the request is neither too short nor too long, and in words that the lists have. */
  protected get isAsked(): boolean {
    const isBetween = this.#words - this.#numbers >= FEWEST_WORDS && this.#words <= MAX_WORDS
    return isBetween && this.#known >= KNOWN_SHARE * this.#words
  }

  /** Keeps the first `count` features, which the next sentence overwrites. */
  protected abstract keep(hashes: Int32Array, count: number, isHeld: boolean): void

  /** What a request sets out to do, by the rules and by what was read. */
  abstract judge(ruled: Sign): Sign
}

/** Asks the model that ships with the gateway (docs/action-taxonomy.md). One for each request. */
export class ActionReader extends SentenceReader {
  readonly #model = loadActionModel()
  readonly #all = new ClassSums()
  readonly #held = new ClassSums()

  protected keep(hashes: Int32Array, count: number, isHeld: boolean): void {
    this.#model.add(this.#all, hashes, count)
    if (isHeld) this.#model.add(this.#held, hashes, count)
  }

  judge(ruled: Sign): Sign {
    if (!this.isAsked) return ruled
    return judged(ruled, this.#model.probabilities(this.#all), this.#model.probabilities(this.#held))
  }
}

/**
 * What the rules and the model say together.
 *
 * @param all the probability of each category by the whole request.
 * @param held the same by the sentences that the rules hold, so that an order is not drowned in other sentences.
 */
export function judged(ruled: Sign, all: ArrayLike<number>, held: ArrayLike<number>): Sign {
  const risk = riskOf(all)
  if (HELD.includes(ruled.category)) {
    if (risk >= FREE_BELOW || riskOf(held) >= FREE_BELOW) return ruled
    return signOf(
      mostOf(all, (category) => !HELD.includes(category)),
      1 - risk,
    )
  }
  if (ruled.rule === 'everyday') return ruled
  if (risk >= (SURE.has(ruled.rule) ? HELD_AGAINST_RULE : HELD_FROM)) {
    return signOf(
      mostOf(all, (category) => HELD.includes(category)),
      risk,
    )
  }
  if (ruled.rule !== 'default') return ruled
  const known = mostOf(all, () => true)
  const confidence = probabilityOf(all, known)
  return HELD.includes(known) || confidence < KNOWN_FROM ? ruled : signOf(known, confidence)
}

function signOf(category: ActionCategory, probability: number): Sign {
  return { category, rule: 'model', confidence: calibrated(probability) }
}

/** About how often an earlier model was right where it said this, on rows that it had not seen. */
function calibrated(probability: number): number {
  const odds = Math.log(Math.max(1e-6, probability) / Math.max(1e-6, 1 - probability))
  return 1 / (1 + Math.exp(-(2 * odds + 0.7)))
}

/** How probably a request is one that is held, 0..1. */
function riskOf(probabilities: ArrayLike<number>): number {
  return HELD.reduce((sum, category) => sum + probabilityOf(probabilities, category), 0)
}

function mostOf(probabilities: ArrayLike<number>, isMeant: (category: ActionCategory) => boolean): ActionCategory {
  return ACTION_CATEGORIES.filter(isMeant).reduce((best, one) =>
    probabilityOf(probabilities, one) > probabilityOf(probabilities, best) ? one : best,
  )
}

function probabilityOf(probabilities: ArrayLike<number>, category: ActionCategory): number {
  return probabilities[ACTION_CATEGORIES.indexOf(category)] ?? 0
}

function numbersOf(words: Words): number {
  let numbers = 0
  for (let at = 0; at < words.count; at += 1) if (((words.nouns[at] ?? 0) & NOUN.number) !== 0) numbers += 1
  return numbers
}

/** Words that the lists have, and names and numbers. */
function knownWords(words: Words): number {
  let known = 0
  for (let at = 0; at < words.count; at += 1) {
    if ((words.number[at] ?? -1) >= 0 || (words.nouns[at] ?? 0) !== 0) known += 1
  }
  return known
}
