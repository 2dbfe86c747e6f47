const START = /<!--|<script\b/gi
const END = /<\/script/gi
/** What browsers run (HTML, 4.12.1), and what tools turn into that. */
const RUNS = /^(?:module|text\/(?:babel|jsx|typescript)|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i

/**
 * The scripts of a page or a component (HTML, Vue, Svelte), with blanks in the place of all else: nothing moves, and
 * lines stay. What stands in comments, and data in `<script type="application/json">`, is no script. What a template
 * calls is not looked at. Takes time linear in the length.
 */
export function scriptsOf(source: string): string {
  const parts: string[] = []
  let written = 0
  let at = 0
  for (let start = find(START, source, at); start !== undefined; start = find(START, source, at)) {
    const isComment = source.startsWith('<!--', start)
    const inside = source.indexOf(isComment ? '-->' : '>', start)
    if (inside < 0) break
    at = inside + 1
    if (isComment) continue
    const end = find(END, source, at) ?? source.length
    if (runs(source.slice(start, Math.min(inside, start + 2_000)))) {
      // The end of a script is the end of a statement.
      parts.push(blank(source.slice(written, at)), source.slice(at, end), end < source.length ? ';' : '')
      written = Math.min(end + 1, source.length)
    }
    at = end
  }
  return parts.join('') + blank(source.slice(written))
}

function find(pattern: RegExp, source: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.exec(source)?.index
}

function runs(tag: string): boolean {
  const type = /\btype\s{0,9}=\s{0,9}["']?([\w./+-]*)/i.exec(tag)?.[1]
  return type === undefined || type === '' || RUNS.test(type)
}

function blank(text: string): string {
  return text.replaceAll(/[^\n\r]/g, ' ')
}
