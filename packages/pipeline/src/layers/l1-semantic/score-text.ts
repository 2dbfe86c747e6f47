import { type FoldedText, originalSpan, replaceSpans, type Span } from '@sluice/text-folding'
import { findTokens, isMintable } from '@sluice/token-vault'
import { suffixScore, tailOf } from './adversarial-suffix.ts'
import { withoutMentions } from './mentioned-phrase.ts'
import { type Normalised, normalise } from './normalise.ts'
import { signalsFor } from './signal-index.ts'

/** No technique's phrase is longer than this, in UTF-16 code units. */
export const OVERLAP = 1_024

/** What speaks for one technique, and where. */
export interface Sign extends Span {
  readonly technique: string
  /** 0..1. */
  readonly score: number
}

/** By technique. */
type Signs = ReadonlyMap<string, Sign>

/** A phrase that is mentioned in a question about attacks counts half: enough to be seen, not to be refused. */
const MENTION_WEIGHT = 0.5

/** Scores one slice of text by the phrases of every technique, with the place of the surest. Linear. */
export function scorePhrases(text: string): readonly Sign[] {
  const signs = scoreAll(text)
  const rest = signs.size === 0 ? undefined : withoutMentions(text)
  if (rest === undefined) return [...signs.values()]
  const outside = scoreAll(rest)
  return Array.from(signs.values(), (sign) => ({
    ...sign,
    score: Math.max(sign.score * MENTION_WEIGHT, outside.get(sign.technique)?.score ?? 0),
  }))
}

function scoreAll(text: string): Signs {
  const signs = new Map<string, Sign>()
  if (text.length < 4) return signs
  const normalised = normalise(text)
  const surest = new Map<string, number>()
  for (const { technique, pattern, weight } of signalsFor(normalised)) {
    const found = matchOf(pattern, normalised)
    if (found === null) continue
    const known = signs.get(technique)
    const score = combine([known?.score ?? 0, weight])
    if (known !== undefined && weight <= (surest.get(technique) ?? 0)) {
      signs.set(technique, { ...known, score })
      continue
    }
    surest.set(technique, weight)
    const place = { start: found.index, end: found.index + found[0].length }
    signs.set(technique, { technique, score, ...originalSpan(normalised.folded, place) })
  }
  return signs
}

/** How much the end of a text looks like an adversarial suffix, and where; the gateway's own tokens are words. */
export function scoreSuffix(text: string): Sign {
  const read = withoutTokens(text)
  const score = suffixScore(read.text)
  const place = score === 0 ? { start: 0, end: text.length } : originalSpan(read, tailOf(read.text))
  return { technique: 'adversarial-suffix', score, ...place }
}

/** A word of ordinary language. */
const WORD = 'name'

/** A text with a word in the place of each of the gateway's own tokens: they come back with what was said before. */
function withoutTokens(text: string): FoldedText {
  // Every token has one between its type and its id.
  const tokens = text.includes('_') ? findTokens(text).filter((span) => isMintable(text, span)) : []
  return replaceSpans(
    text,
    tokens.map(({ start, end }) => ({ start, end, by: WORD })),
  )
}

/** Noisy-or: independent signs add up, and never beyond 1. */
export function combine(weights: Iterable<number>): number {
  let unlikely = 1
  for (const weight of weights) unlikely *= 1 - weight
  return 1 - unlikely
}

function matchOf(pattern: RegExp, { plain, leet }: Normalised): RegExpExecArray | null {
  return pattern.exec(plain) ?? (leet === undefined ? null : pattern.exec(leet))
}
