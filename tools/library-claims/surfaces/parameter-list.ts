const OPEN = '([{<'
const CLOSE = ')]}>'

/** The parts of a list of parameters: commas within brackets do not count. */
export function splitAtCommas(list: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const [at, char] of [...list].entries()) {
    if (OPEN.includes(char)) depth += 1
    // `->` and `=>` close nothing.
    else if (CLOSE.includes(char) && !(char === '>' && '-='.includes(list[at - 1] ?? ''))) depth -= 1
    if (char === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += char
  }
  if (part.trim() !== '') parts.push(part.trim())
  return parts
}

/** What stands between the bracket at `open` and the one that closes it. */
export function withinBrackets(text: string, open: number): string | undefined {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if ('([{'.includes(char)) depth += 1
    else if (')]}'.includes(char)) depth -= 1
    if (depth === 0) return text.slice(open + 1, at)
  }
  return undefined
}
