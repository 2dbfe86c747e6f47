import { findTokens } from '@sluice/token-vault'
import { type FoldedText, foldForValues } from '../../text-folding/index.ts'

/** Stands where one of the gateway's own tokens stands: no letter, no digit, no separator. */
const MASK = '\uE000'

/** A text as recognizers read it: folded, with the gateway's own tokens masked out. Linear. */
export function foldWithoutTokens(text: string): FoldedText {
  return foldForValues(maskTokens(text))
}

function maskTokens(text: string): string {
  // Every token has one between its type and its id.
  if (!text.includes('_')) return text
  const tokens = findTokens(text)
  if (tokens.length === 0) return text
  const parts: string[] = []
  let copied = 0
  for (const { start, end } of tokens) {
    parts.push(text.slice(copied, start), MASK.repeat(end - start))
    copied = end
  }
  parts.push(text.slice(copied))
  return parts.join('')
}
