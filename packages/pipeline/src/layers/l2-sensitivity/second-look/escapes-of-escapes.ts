/** Escapes of escapes: `%2540` and `&amp;#64;`. The folding of texts takes one of them off. */
const TWICE = /%25(?=[0-9a-f]{2})|&amp;(?=#|[a-z]{2,8};)/gi

/** The text with one of two escapes taken off; undefined where none stands upon another. */
export function withoutOneEscape(text: string): string | undefined {
  if (!text.includes('%25') && !text.includes('&amp;') && !text.includes('&AMP;')) return undefined
  TWICE.lastIndex = 0
  if (!TWICE.test(text)) return undefined
  return text.replace(TWICE, (twice) => (twice.startsWith('%') ? '%' : '&'))
}
