/** One setting of a configuration file, whatever its format. */
export interface Entry {
  /** The names around it, from the outside in: sections, blocks, members. */
  readonly path: readonly string[]
  readonly key: string
  /** Without quotes. Of a list every item is an entry of its own. */
  readonly value: string
  /** The same for settings that stand side by side. */
  readonly block: number
  /** 1-based. */
  readonly line: number
  /** 1-based. */
  readonly column: number
}

export const MAX_ENTRIES = 50_000
export const MAX_VALUE = 8_192
export const MAX_DEPTH = 64

/** Takes the quotes from around a value. */
export function withoutQuotes(text: string): string {
  const quote = text.charAt(0)
  const isQuoted = text.length >= 2 && (quote === '"' || quote === "'" || quote === '`') && text.endsWith(quote)
  return isQuoted ? text.slice(1, -1) : text
}

/** Cuts off a comment that begins with one of some marks, outside of quotes, at the start or behind a blank. */
export function withoutComment(line: string, marks: string): string {
  let quote = ''
  for (let i = 0; i < line.length; i += 1) {
    const char = line.charAt(i)
    if (quote !== '') {
      if (char === '\\') i += 1
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (marks.includes(char) && (i === 0 || /\s/.test(line.charAt(i - 1)))) return line.slice(0, i)
  }
  return line
}
