/**
 * A token as the gateway writes it: the value's type, for some types a word or tags, and ten characters of Crockford's
 * base 32. What merely looks like one is shown as a chip as well; nothing is decided by it.
 */
const TOKEN = /[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_[0-9A-HJKMNP-TV-Z]{10}(?![A-Z0-9_])/g

interface TextPart {
  /** Where it begins in the text. */
  readonly start: number
  readonly part: string
  readonly isToken: boolean
}

/** Splits a text into its tokens and what stands between them. The parts together are the text. */
export function splitAtTokens(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (index > end) parts.push({ start: end, part: text.slice(end, index), isToken: false })
    parts.push({ start: index, part: token, isToken: true })
    end = index + token.length
  }
  if (end < text.length) parts.push({ start: end, part: text.slice(end), isToken: false })
  return parts
}
