/** What stands at a place of a token where that is no letter or digit. Those are their own code, 48 to 90. */
export const NO_PART = 0
/** The text ends within an escape. */
export const UNFINISHED = 1
/** Shows nothing: a zero-width character, the backslash of an escape. */
const UNSEEN = 2
/** What may stand in the place of an underscore. */
export const SEPARATOR = 3
/** Markdown around or within a token: an asterisk or a backtick. */
export const MARK = 4
const ESCAPE = 5

/** A read character is its code plus this for each UTF-16 code unit that it was written with. */
export const UNIT = 256

const ASCII = asciiTable()

function asciiTable(): Uint8Array {
  const table = new Uint8Array(128)
  for (let code = 0x30; code <= 0x39; code += 1) table[code] = code
  for (let code = 0x41; code <= 0x5a; code += 1) {
    table[code] = code
    table[code + 0x20] = code
  }
  for (const separator of '_- \n\r\t') table[separator.charCodeAt(0)] = SEPARATOR
  for (const mark of '*`') table[mark.charCodeAt(0)] = MARK
  for (const begin of '\\%&') table[begin.charCodeAt(0)] = ESCAPE
  return table
}

/** References of HTML (https://html.spec.whatwg.org/multipage/named-characters.html) for what may stand in a token. */
const NAMED: ReadonlyMap<string, number> = new Map([
  ...['lowbar', 'UnderBar', 'hyphen', 'dash', 'nbsp', 'Tab', 'NewLine'].map((name) => [name, SEPARATOR] as const),
  ...['ast', 'midast', 'grave', 'DiacriticalGrave'].map((name) => [name, MARK] as const),
  ...['shy', 'zwj', 'zwnj', 'ZeroWidthSpace', 'NoBreak'].map((name) => [name, UNSEEN] as const),
])

const NAMED_BEGINNINGS: ReadonlySet<string> = new Set(
  [...NAMED.keys()].flatMap((name) => Array.from(name, (_, index) => name.slice(0, index + 1))),
)
const LONGEST_NAME = Math.max(...Array.from(NAMED.keys(), (name) => name.length))

const NUMERIC_REFERENCE = /&#(?:[xX]([0-9A-Fa-f]{1,6})|([0-9]{1,7}));/y
const NUMERIC_BEGINNING = /^&#(?:[xX][0-9A-Fa-f]{0,6}|[0-9]{0,7})$/
const HEX = /^[0-9A-Fa-f]*$/

/**
 * Reads one character of a text as a part of a token, with the escapes of Markdown, JSON, HTML and URLs (of ASCII only)
 * undone: what it is, plus `UNIT` for each code unit. What is unfinished or no part of a token has no length.
 */
export function readCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 128) return wide(code) + UNIT
  const known = ASCII[code] ?? NO_PART
  return known === ESCAPE ? readEscape(text, at) : known + UNIT
}

/** The first letter of a token is written out: its code as a capital, 0 for any other character. */
export function letterOf(code: number): number {
  const known = code < 128 ? (ASCII[code] ?? NO_PART) : code >= 0xff21 && code <= 0xff5a ? wide(code) : NO_PART
  return known >= 0x41 ? known : 0
}

function wide(code: number): number {
  // Full-width forms of ASCII: U+FF01 is `!`.
  if (code >= 0xff01 && code <= 0xff5e) {
    const known = ASCII[code - 0xfee0] ?? NO_PART
    return known === ESCAPE ? NO_PART : known
  }
  if (SEPARATORS.has(code)) return SEPARATOR
  return isUnseen(code) ? UNSEEN : NO_PART
}

/** Spaces, line ends and hyphens of Unicode. */
const SEPARATORS: ReadonlySet<number> = new Set([
  ...[0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
  ...[0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212, 0xfe63],
])

/** The soft hyphen, joiners, marks and embeddings of direction, invisible operators and variation selectors. */
function isUnseen(code: number): boolean {
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    [0xad, 0x34f, 0x61c, 0x180e, 0xfeff].includes(code)
  )
}

function readEscape(text: string, at: number): number {
  if (at + 1 === text.length) return UNFINISHED
  const begin = text.charAt(at)
  if (begin === '\\') return readBackslash(text, at)
  return begin === '%' ? readHex(text, at, 1, 2) : readReference(text, at)
}

/** JSON's escapes for white space and of any character (RFC 8259, section 7), and Markdown's of punctuation. */
function readBackslash(text: string, at: number): number {
  const escaped = text.charAt(at + 1)
  if (escaped === 'n' || escaped === 'r' || escaped === 't') return SEPARATOR + 2 * UNIT
  if (escaped === 'u') return readHex(text, at, 2, 4)
  return '\\_-*`\r\n'.includes(escaped) ? UNSEEN + UNIT : NO_PART
}

function readHex(text: string, at: number, head: number, length: number): number {
  const digits = text.slice(at + head, at + head + length)
  if (!HEX.test(digits)) return NO_PART
  if (digits.length < length) return UNFINISHED
  return written(Number.parseInt(digits, 16), head + length)
}

function readReference(text: string, at: number): number {
  if (text.charAt(at + 1) === '#') {
    NUMERIC_REFERENCE.lastIndex = at
    const [whole, hex, decimal = ''] = NUMERIC_REFERENCE.exec(text) ?? []
    if (whole !== undefined)
      return written(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16), whole.length)
    return NUMERIC_BEGINNING.test(text.slice(at, at + 12)) ? UNFINISHED : NO_PART
  }
  const rest = text.slice(at + 1, at + LONGEST_NAME + 2)
  const end = rest.indexOf(';')
  if (end < 0) return rest.length <= LONGEST_NAME && NAMED_BEGINNINGS.has(rest) ? UNFINISHED : NO_PART
  const known = NAMED.get(rest.slice(0, end))
  return known === undefined ? NO_PART : known + (end + 2) * UNIT
}

/** A character that is written with an escape; an escape of an escape is none. */
function written(code: number, length: number): number {
  const known = code < 128 ? (ASCII[code] ?? NO_PART) : wide(code)
  return known === ESCAPE || known === NO_PART ? NO_PART : known + length * UNIT
}
