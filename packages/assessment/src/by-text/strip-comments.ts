import type { TextSyntax } from '../walk/other-languages.ts'

/**
 * The text with blanks in place of comments; nothing moves. Strings are kept, and what looks like a comment in them is
 * none. A string ends with its line unless its language lets it go on.
 */
export function stripComments(text: string, syntax: TextSyntax): string {
  const kept: string[] = []
  let from = 0
  let i = 0
  while (i < text.length) {
    const end = commentEnd(text, i, syntax)
    if (end !== undefined) {
      kept.push(text.slice(from, i), text.slice(i, end).replace(/[^\n]/g, ' '))
      i = end
      from = end
    } else i = stringEnd(text, i, syntax) ?? i + 1
  }
  kept.push(text.slice(from))
  return kept.join('')
}

function commentEnd(text: string, i: number, { lineComments, blockComments }: TextSyntax): number | undefined {
  for (const [start, end] of blockComments) {
    if (!text.startsWith(start, i) || (start.startsWith('=') && !isAtLineStart(text, i))) continue
    const close = text.indexOf(end, i + start.length)
    return close < 0 ? text.length : close + end.length
  }
  for (const start of lineComments) {
    // A `#` within a word is no comment: `$#list` of Perl and shells.
    if (!text.startsWith(start, i) || (start === '#' && i > 0 && !/\s/.test(text[i - 1] ?? ''))) continue
    const close = text.indexOf('\n', i)
    return close < 0 ? text.length : close
  }
  return undefined
}

function isAtLineStart(text: string, i: number): boolean {
  return i === 0 || text[i - 1] === '\n'
}

function stringEnd(text: string, i: number, { quotes }: TextSyntax): number | undefined {
  const quote = quotes.find((one) => text.startsWith(one, i))
  if (quote === undefined) return undefined
  const isLong = quote.length > 1
  for (let at = i + quote.length; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text.startsWith(quote, at)) return at + quote.length
    else if (text[at] === '\n' && !isLong) return at
  }
  return text.length
}
