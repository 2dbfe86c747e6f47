import { suffixScore } from './adversarial-suffix.ts'
import { decodedPayloads } from './encoded-payload.ts'
import { withoutMentions } from './mentioned-phrase.ts'
import { type Normalised, normalise } from './normalise.ts'
import { signalsFor } from './signal-index.ts'

/** No technique's phrase is longer than this, in UTF-16 code units. */
export const OVERLAP = 1_024

/** Confidence by technique, 0..1. */
export type Scores = ReadonlyMap<string, number>

/** A phrase that is mentioned in a question about attacks counts half: enough to be seen, not to be refused. */
const MENTION_WEIGHT = 0.5

/** Scores one slice of text by every technique. Linear. `prose` texts are also looked at for adversarial suffixes. */
export function scoreSlice(text: string, prose: boolean): Scores {
  const scores = scoreAll(text, prose)
  const rest = scores.size === 0 ? undefined : withoutMentions(text)
  if (rest === undefined) return scores
  const outside = scoreAll(rest, prose)
  return new Map([...scores].map(([name, score]) => [name, Math.max(score * MENTION_WEIGHT, outside.get(name) ?? 0)]))
}

function scoreAll(text: string, prose: boolean): Scores {
  const scores = new Map<string, number>()
  if (text.length < 4) return scores
  const normalised = normalise(text)
  for (const { technique, pattern, weight } of signalsFor(normalised)) {
    if (matches(pattern, normalised)) add(scores, technique, weight)
  }
  for (const hidden of decodedPayloads(text)) {
    const inner = combine(scoreSlice(hidden, false).values())
    if (inner > 0) add(scores, 'encoded-payload', inner)
  }
  const suffix = prose ? suffixScore(text) : 0
  if (suffix > 0) add(scores, 'adversarial-suffix', suffix)
  return scores
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
