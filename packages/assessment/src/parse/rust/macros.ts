/**
 * What stands for the mark of a macro that is turned into a call: a letter (U+01C3), so that `format!(..)` reads as a
 * call of one name.
 */
export const MACRO_MARK = 'ǃ'

/** Macros whose inside is a list of patterns after the first comma. */
const PATTERN_MACROS = new Set(['matches', 'assert_matches', 'debug_assert_matches'])
const LIST_MACROS = new Set(['vec', 'smallvec', 'bvec'])
/** Macros whose inside is items: `lazy_static! { static ref KEY: T = ..; }`. */
const ITEM_MACROS = new Set(['lazy_static', 'thread_local'])
const SKIPPED_MACROS = new Set(['macro_rules', 'quote', 'quote_spanned', 'parse_quote', 'json', 'html', 'asm'])

interface Frame {
  readonly close: string
  readonly open: number
  /** Of a macro: where its name starts and where its `!` is. */
  readonly macro?: { readonly name: string; readonly start: number; readonly bang: number }
  firstComma: number
  isPlain: boolean
}

/** Macros that lie deeper in brackets stay as they are: what is done at each depth costs its whole length. */
const MAX_DEPTH = 48

type Edit = readonly [at: number, end: number, text: string]

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/**
 * Turns macros that take expressions into calls and lists, since the grammar keeps the inside of a macro as tokens. The
 * text keeps its length, and so every offset. Linear in the length.
 */
export function prepareRust(source: string): string {
  if (!source.includes('!')) return source
  const edits: Edit[] = []
  const frames: Frame[] = []
  for (let i = 0; i < source.length; ) {
    const next = skipOpaque(source, i)
    if (next > i) {
      i = next
      continue
    }
    readMark(source, i, frames, edits)
    i += 1
  }
  return applyEdits(source, edits)
}

function readMark(source: string, i: number, frames: Frame[], edits: Edit[]): void {
  const char = source[i] ?? ''
  const top = frames.at(-1)
  switch (char) {
    case '(':
    case '[':
    case '{':
      if (char === '{' && top?.macro && source.slice(top.open + 1, i).trim() === '') top.isPlain = false
      frames.push(openFrame(source, i, CLOSING[char] ?? ''))
      return
    case ')':
    case ']':
    case '}':
      if (top?.close !== char) return
      frames.pop()
      if (top.macro && frames.length < MAX_DEPTH) edits.push(...editsOf(source, top, top.macro, i))
      return
    case ',':
      if (top && top.firstComma < 0) top.firstComma = i
      return
    case '#':
    case '$':
    case ';':
      if (top) top.isPlain = false
      return
    case '>':
      if (top && source[i - 1] === '=') top.isPlain = false
      return
    case ':':
      // `target: "x"` names an argument as only macros can; `a::b` is a path.
      if (top && source[i + 1] !== ':' && source[i - 1] !== ':') top.isPlain = false
      return
    case '?':
    case '%':
      if (top && /[(,]\s*$/.test(source.slice(Math.max(0, i - 40), i))) top.isPlain = false
      return
    default:
  }
}

const NAME_BEFORE = /(\w+)(!\s{0,4})$/

function openFrame(source: string, open: number, close: string): Frame {
  const frame: Frame = { close, open, firstComma: -1, isPlain: true }
  const found = NAME_BEFORE.exec(source.slice(Math.max(0, open - 48), open))
  if (found === null) return frame
  const [text, name = '', mark = ''] = found
  return { ...frame, macro: { name, start: open - text.length, bang: open - mark.length } }
}

function editsOf(source: string, frame: Frame, macro: NonNullable<Frame['macro']>, end: number): readonly Edit[] {
  const { name, start, bang } = macro
  const blank = (from: number, to: number): Edit => [from, to, source.slice(from, to).replace(/[^\n]/g, ' ')]
  const brackets = (open: string, close: string): readonly Edit[] => [
    [frame.open, frame.open + 1, open],
    [end, end + 1, close],
  ]
  const pathStart = start - (/[\w:]{0,40}$/.exec(source.slice(Math.max(0, start - 40), start))?.[0].length ?? 0)
  if (ITEM_MACROS.has(name)) {
    const refs = [...source.slice(frame.open, end).matchAll(/\bstatic ref\b/g)]
    return [
      blank(pathStart, frame.open),
      ...brackets(' ', ' '),
      ...refs.map(({ index }) => blank(frame.open + index + 7, frame.open + index + 10)),
    ]
  }
  if (frame.close === '}' || SKIPPED_MACROS.has(name)) return []
  if (LIST_MACROS.has(name)) return [blank(pathStart, frame.open), ...brackets('[', ']')]
  const call: readonly Edit[] = [[bang, bang + 1, MACRO_MARK], ...brackets('(', ')')]
  if (PATTERN_MACROS.has(name)) {
    return frame.firstComma < 0 ? [] : [...call, blank(frame.firstComma, end)]
  }
  return frame.isPlain ? call : []
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let done = 0
  for (const [at, end, text] of [...edits].sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    // What lies in a part that was blanked goes with it.
    if (at < done) continue
    parts.push(source.slice(done, at), text)
    done = end
  }
  parts.push(source.slice(done))
  return parts.join('')
}

/** Where a comment, a string or a character that starts here ends; the same place where none does. */
function skipOpaque(source: string, i: number): number {
  const char = source[i]
  if (char === '/') {
    if (source[i + 1] === '/') return endOr(source, source.indexOf('\n', i))
    return source[i + 1] === '*' ? skipBlockComment(source, i) : i
  }
  if (char === '"') return skipString(source, i + 1)
  if (char === 'r' && /["#]/.test(source[i + 1] ?? '') && /(?:^|\W)[bc]?$/.test(source.slice(Math.max(0, i - 2), i))) {
    return skipRawString(source, i)
  }
  if (char === "'") return skipCharacter(source, i)
  return i
}

function endOr(source: string, at: number): number {
  return at < 0 ? source.length : at
}

function skipBlockComment(source: string, start: number): number {
  let depth = 0
  for (let i = start; i < source.length; i += 1) {
    if (source[i] === '/' && source[i + 1] === '*') {
      depth += 1
      i += 1
    } else if (source[i] === '*' && source[i + 1] === '/') {
      depth -= 1
      i += 1
      if (depth === 0) return i + 1
    }
  }
  return source.length
}

function skipString(source: string, from: number): number {
  for (let i = from; i < source.length; i += 1) {
    if (source[i] === '\\') i += 1
    else if (source[i] === '"') return i + 1
  }
  return source.length
}

function skipRawString(source: string, start: number): number {
  let i = start + 1
  while (source[i] === '#') i += 1
  if (source[i] !== '"') return start
  const close = `"${'#'.repeat(i - start - 1)}`
  const end = source.indexOf(close, i + 1)
  return end < 0 ? source.length : end + close.length
}

/** `'a'` and `'\u{41}'`, but not the lifetime `'a`. */
function skipCharacter(source: string, start: number): number {
  const found = /^'(?:\\[^\n]{1,9}?|[^\\'\n]{1,2})'/.exec(source.slice(start, start + 13))
  return found === null ? start : start + found[0].length
}
