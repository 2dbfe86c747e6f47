import { ENTITY_TYPES } from '@sluice/contracts'
import { type FoldedText, foldForValues } from '@sluice/text-folding'
import { findTokens, isMintable } from '@sluice/token-vault'

/** Stands where one of the gateway's own tokens stands: no letter, no digit, no separator, and no folding drops it. */
const MASK = '\uFFFC'

/** The beginning of a token with a number behind it, once the tokens are gone. */
const PRETENDED = new RegExp(`(?:${ENTITY_TYPES.join('|')})_(?=[0-9])`, 'g')

/**
 * A text as recognizers read it: folded, with the gateway's own tokens masked out. What only looks like a token is read
 * as text, with its type as words before it. Linear.
 */
export function foldWithoutTokens(text: string): FoldedText {
  return foldForValues(maskTokens(text))
}

/** The text with a mark in the place of each letter of a token that the gateway may have minted. Linear. */
export function maskTokens(text: string): string {
  // Every token has one between its type and its id.
  if (!text.includes('_')) return text
  const parts: string[] = []
  let copied = 0
  for (const span of findTokens(text)) {
    if (!isMintable(text, span)) continue
    parts.push(text.slice(copied, span.start), MASK.repeat(span.end - span.start))
    copied = span.end
  }
  parts.push(text.slice(copied))
  const masked = parts.join('')
  // Trying every type at every letter costs more than all else here.
  return masked.includes('_') ? masked.replace(PRETENDED, (type) => type.replaceAll('_', ' ')) : masked
}
