/** A class or an object whose body ends on its first line. */
const ONE_LINE = /^\s*(?:@\w{1,60}\s+|[a-z]{3,12}\s+){0,8}(?:object|class|interface)\s/

/**
 * Ends the last member of a body that stands on one line: the grammar loses its way behind
 * `object A : B { val c = 1 }` where another class follows. Nothing moves: the blank before the brace is taken.
 */
export function prepareKotlin(source: string): string {
  const parts: string[] = []
  let copied = 0
  for (let start = 0; start < source.length; ) {
    const newline = source.indexOf('\n', start)
    const end = newline < 0 ? source.length : newline
    const blank = blankBeforeBrace(source, start, end)
    if (blank !== undefined) {
      parts.push(source.slice(copied, blank), ';')
      copied = blank + 1
    }
    start = end + 1
  }
  return parts.length === 0 ? source : parts.join('') + source.slice(copied)
}

function blankBeforeBrace(source: string, start: number, end: number): number | undefined {
  let last = end - 1
  while (last > start && /\s/.test(source[last] ?? '')) last -= 1
  if (source[last] !== '}' || source[last - 1] !== ' ') return undefined
  const line = source.slice(start, last - 1)
  const open = line.indexOf('{')
  return open >= 0 && line.slice(open + 1).trim() !== '' && ONE_LINE.test(line.slice(0, 400)) ? last - 1 : undefined
}
