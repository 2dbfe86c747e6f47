/*
 * Patterns of text rules. All repetitions are bounded and none lies within another, so a pattern takes time linear in
 * the length of the text, whoever wrote it.
 *
 *   blank      between two words at least one blank, else any number; a line may end there
 *   '          a quotation mark of any kind
 *   ...        up to 120 characters of the same line
 *   {a|b}      one of these
 *   {keySize}  a number of bits; {byteLength} a number of bytes
 *   {curve}    a name; likewise {algorithm}, {mode}, {padding}, {hash}; {algorithm=aes|des} one that starts so
 */

export const MAX_GAPS = 2

/** What a pattern may read out of a line. */
export const PATTERN_NAMES = ['algorithm', 'keySize', 'byteLength', 'curve', 'mode', 'padding', 'hash'] as const

const PLACEHOLDER = /\{([^{}]+)\}/g
const NUMBER = String.raw`\d{1,5}(?![\d.])`
/** A dot only before a digit, as in an object identifier: else a call follows. */
const NAME_CHARACTER = String.raw`(?:[\w/+-]|\.(?=\d))`
const GAP = String.raw`[^\n]{0,120}?`

/** What a pattern reads out of a line: the names in braces, without mere alternatives. */
export function placeholdersOf(pattern: string): readonly string[] {
  return [...pattern.matchAll(PLACEHOLDER)].flatMap(([, inner = '']) => {
    const [name = '', starts] = inner.split('=')
    return starts === undefined && name.includes('|') ? [] : [name]
  })
}

/** The regular expression of a pattern, for `matchAll`. */
export function compilePattern(pattern: string): RegExp {
  const parts = pattern.split(/(\{[^{}]+\}|\.\.\.| +)/).filter((part) => part !== '')
  const text = parts.map((part, i) => sourceOf(part, parts[i - 1] ?? '', parts[i + 1] ?? '')).join('')
  const before = /^[\w{]/.test(pattern) ? String.raw`(?<![\w$@])` : ''
  const after = /(?:\w|\|[^{}]*\})$/.test(pattern) ? String.raw`(?!\w)` : ''
  return new RegExp(before + text + after, 'g')
}

function sourceOf(part: string, before: string, after: string): string {
  if (part === '...') return GAP
  if (part.startsWith(' ')) return /\w$/.test(before) && /^\w/.test(after) ? String.raw`\s{1,40}` : String.raw`\s{0,40}`
  if (!part.startsWith('{')) {
    const end = after === '...' && /\w$/.test(part) ? String.raw`(?!\w)` : ''
    return part.split("'").map(literal).join('["\'`]') + end
  }
  const [name = '', starts] = part.slice(1, -1).split('=')
  if (starts !== undefined) return `(?<${name}>${oneOf(starts)}${NAME_CHARACTER}{0,80})`
  if (name.includes('|')) return oneOf(name)
  if (name !== 'keySize' && name !== 'byteLength') return `(?<${name}>${NAME_CHARACTER}{1,80})`
  // Behind a gap a number must not be the end of a name.
  return `${before === '...' ? String.raw`(?<![\w.])` : ''}(?<${name}>${NUMBER})`
}

function oneOf(texts: string): string {
  return `(?:${texts.split('|').map(literal).join('|')})`
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
