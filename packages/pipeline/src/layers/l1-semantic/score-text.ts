import { findTokens, isMintable } from '@sluice/token-vault'
import { suffixScore } from './adversarial-suffix.ts'
import { withoutMentions } from './mentioned-phrase.ts'
import { type Normalised, normalise } from './normalise.ts'
import { signalsFor } from './signal-index.ts'

/** No technique's phrase is longer than this, in UTF-16 code units. */
export const OVERLAP = 1_024

/** Confidence by technique, 0..1. */
type Scores = ReadonlyMap<string, number>

/** A phrase that is mentioned in a question about attacks counts half: enough to be seen, not to be refused. */
const MENTION_WEIGHT = 0.5

/** Scores one slice of text by the phrases of every technique. Linear. */
export function scorePhrases(text: string): Scores {
  const scores = scoreAll(text)
  const rest = scores.size === 0 ? undefined : withoutMentions(text)
  if (rest === undefined) return scores
  const outside = scoreAll(rest)
  return new Map([...scores].map(([name, score]) => [name, Math.max(score * MENTION_WEIGHT, outside.get(name) ?? 0)]))
}

function scoreAll(text: string): Scores {
  const scores = new Map<string, number>()
  if (text.length < 4) return scores
  const normalised = normalise(text)
  for (const { technique, pattern, weight } of signalsFor(normalised)) {
    if (matches(pattern, normalised)) add(scores, technique, weight)
  }
  return scores
}

/** How much the end of a text looks like an adversarial suffix, 0..1; the gateway's own tokens are words. */
export function scoreSuffix(text: string): number {
  return suffixScore(withoutTokens(text))
}

/** A word of ordinary language. */
const WORD = 'name'

/** A text with a word in the place of each of the gateway's own tokens: they come back with what was said before. */
function withoutTokens(text: string): string {
  // Every token has one between its type and its id.
  if (!text.includes('_')) return text
  let read = ''
  let copied = 0
  for (const span of findTokens(text)) {
    if (!isMintable(text, span)) continue
    read += text.slice(copied, span.start) + WORD
    copied = span.end
  }
  return read + text.slice(copied)
}

/** Noisy-or: independent signs add up, and never beyond 1. */
export function combine(weights: Iterable<number>): number {
  let unlikely = 1
  for (const weight of weights) unlikely *= 1 - weight
  return 1 - unlikely
}

function add(scores: Map<string, number>, name: string, weight: number): void {
  scores.set(name, combine([scores.get(name) ?? 0, weight]))
}

function matches(pattern: RegExp, { plain, leet }: Normalised): boolean {
  return pattern.test(plain) || (leet !== undefined && pattern.test(leet))
}
