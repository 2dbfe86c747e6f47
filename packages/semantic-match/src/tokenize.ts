import { foldCase, withoutShouting } from './letter-case.ts'

/** One word, number or sign of a prompt. */
export interface Token {
  /** Folded: small letters where capitals say nothing. A rule may replace it. */
  text: string
  /** As it was written. */
  readonly raw: string
  /** In quotation marks or on a line of code: no rule may touch it. */
  readonly isLiteral: boolean
  /** The first word of a sentence: its capital letter says nothing. */
  readonly isFirst: boolean
}

/** Stands between sentences and lines. */
export const END = '.'

/** An acronym with dots, a word with apostrophes and what C++ and C# need, a number, the end of a sentence, a sign. */
const TOKEN =
  /(?:\p{Lu}\.){2,}|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*(?:[+#]+(?![\p{L}\p{N}]))?|\d+(?:st|nd|rd|th)(?![\p{L}\p{N}])|\p{N}+(?:[.,]\p{N}+)*|_+|\n|\S/gu

const CODE = /[{}<>=\\|`]|\w\(|\(\)|::|->/u

const OPENING: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“',
  '«': '»',
  '`': '`',
  "'": "'",
  '‘': '’',
}

/** Splits a prompt. Linear in its length. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let start = 0
  for (const line of withoutShouting(text).split('\n')) {
    if (start > 0) tokens.push(endToken())
    tokenizeLine(line, codeStart(line), tokens)
    start += line.length + 1
  }
  return tokens
}

/** Where the code of a line begins: behind the last sign or digit before the first sign that only code has. */
function codeStart(line: string): number {
  const first = line.search(CODE)
  if (first < 0) return line.length
  let start = first
  while (start > 0 && /\w/.test(line[start - 1] ?? '')) start -= 1
  const prose = line.slice(0, start)
  const sign = /[^\p{L}\s,'][\p{L}\s,']*$/u.exec(prose)
  return sign === null ? start : sign.index + 1
}

function tokenizeLine(line: string, codeFrom: number, tokens: Token[]): void {
  let closing = ''
  for (const match of line.matchAll(TOKEN)) {
    const [raw] = match
    const isCode = match.index >= codeFrom
    const before = line[match.index - 1] ?? ' '
    const after = line[match.index + raw.length] ?? ' '
    if (closing !== '' && raw === closing && !isWordPart(after)) {
      closing = ''
      continue
    }
    const opened = isCode || closing !== '' ? undefined : OPENING[raw]
    if (opened !== undefined && !isWordPart(before) && isWordPart(after)) {
      closing = opened
      continue
    }
    const isFirst = (tokens.at(-1)?.text ?? END) === END
    const isLiteral = isCode || closing !== ''
    const folded = isCode ? raw : fold(raw, before, after, isFirst)
    if (folded === END && isFirst && !isCode) continue
    // The end of a sentence behind code.
    if (isCode && /^[.?!]$/.test(raw) && match.index === line.length - 1) continue
    if (folded !== '') tokens.push({ text: folded, raw, isLiteral, isFirst })
  }
}

/** The text to compare; empty for what means nothing. */
function fold(raw: string, before: string, after: string, isFirst: boolean): string {
  if (/^[a-z]+$/.test(raw)) return raw
  if (/^[.!?…。？！｡؟]$/u.test(raw)) {
    // `input.txt` and `.NET`; else the end of a sentence.
    if (raw === '.' && isWordPart(after)) return 'dot'
    return END
  }
  if (/^[-–—‐‑]$/u.test(raw)) {
    if (/\p{N}/u.test(after)) return /\p{N}/u.test(before) ? '-' : isWordPart(before) ? '' : 'minus'
    // `man-eating` is another word than `man eating`.
    return isWordPart(before) && isWordPart(after) ? '-' : ','
  }
  if (/^[;，、；،]$/u.test(raw)) return ','
  if (raw === ':' && !(/\p{N}/u.test(before) && /\p{N}/u.test(after))) return ','
  if (/^['’"“”′″]$/u.test(raw)) return /\p{N}/u.test(before) ? raw : ''
  if (raw === '#' && isWordPart(after)) return ''
  if (raw.startsWith('_')) return '_'
  if (/^\p{N}/u.test(raw)) return raw.replace(/,(?=\p{N}{3}(?!\p{N}))/gu, '').normalize('NFKC')
  return foldCase(raw, isFirst)
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

function endToken(): Token {
  return { text: END, raw: '\n', isLiteral: false, isFirst: false }
}
