import { type FoldedText, FoldedTextBuilder, inPlace } from './folded-text.ts'
import { namedCharacter } from './named-characters.ts'

/** Every text with an escape has one of these, and most texts have none. */
const MAY_HAVE_ESCAPES = /\\[nrtbfuUx"'/\\]|%[0-9A-Fa-f]{2}|&[#A-Za-z]/

/** RFC 8259, section 7, and the forms of JavaScript, Python and SQL. JSON in JSON doubles the backslashes. */
const BACKSLASH = String.raw`\\{1,15}(?:u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|[nrtbf"'/])`
/** RFC 3986, section 2.1; encoded again, `%` is `%25`. */
const PERCENT = '%(?:25){0,4}[0-9A-Fa-f]{2}'
/** https://html.spec.whatwg.org/multipage/syntax.html#character-references; encoded again, `&` is `&amp;`. */
const REFERENCE = '&(?:amp;){0,4}(?:#[0-9]{1,8};?|#[xX][0-9A-Fa-f]{1,7};?|[A-Za-z]{2,8}[0-9]{0,2};)'

const BACKSLASHES = new RegExp(BACKSLASH, 'g')
const ESCAPES = new RegExp(`${BACKSLASH}|(?:${PERCENT})+|${REFERENCE}`, 'g')
const PERCENTS = new RegExp(PERCENT, 'g')

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', ' '],
  ['f', ' '],
])

/**
 * Of these the last letters or digits may belong to the value behind, if they are no escapes: `C:\nightfall`. An `&`
 * says of the names beside it that they are a firm's, which `&amp;` does not.
 */
const DOUBTFUL = /\\[nrtbf](?=[\p{L}\p{N}])|%[0-9A-Fa-f]{2}(?=[\p{L}\p{N}])|\\x[0-9A-Fa-f]{2}(?=[0-9])|&amp;/u

/**
 * A text with its escapes read as the characters they stand for: `\uXXXX` and the other escapes of JSON and of strings
 * in programs, percent-encoding, the pluses of forms, and HTML's character references. No text becomes longer. Linear.
 */
export function readEscapes(written: string): FoldedText {
  const text = readForms(written)
  if (!MAY_HAVE_ESCAPES.test(text)) return inPlace(text)
  const built = new FoldedTextBuilder(text)
  for (const { 0: sign, index } of text.matchAll(ESCAPES)) {
    if (sign.startsWith('%')) readPercents(sign, index, built)
    else {
      const by = sign.startsWith('&') ? referenced(sign) : escaped(sign)
      if (by !== undefined) built.replace(index, index + sign.length, by)
    }
  }
  return built.build()
}

/**
 * A value of a form, behind its name: https://url.spec.whatwg.org/#application/x-www-form-urlencoded. An address keeps
 * its plus; in a form it would be percent-encoded.
 */
const FORM_VALUE = /(?<![\w%.-])[\w%.[\]-]{1,64}=[^\s&"'<>=@+]{1,512}\+[^\s&"'<>=@]{1,512}(?![^\s&"'<>#;,)])/g
const PLUS = /(?<=[\p{L}\p{N}])\+(?=[\p{L}\p{N}%])/gu

/** A text with the pluses of its forms as the spaces that they stand for, each in its place. */
function readForms(text: string): string {
  if (!text.includes('+') || !text.includes('=')) return text
  return text.replaceAll(FORM_VALUE, (value) => value.replaceAll(PLUS, ' '))
}

/** Whether what looks like an escape may be a part of a value: such a text is also to be read as it was written. */
export function hasDoubtfulEscapes(text: string): boolean {
  return DOUBTFUL.test(text)
}

/**
 * A value with JSON's escapes read, as a person reads it and as JSON that is parsed gives it; as it was written where
 * that would need escapes again, so that it can be put back into any JSON string. Linear.
 */
export function readJsonValue(value: string): string {
  if (!value.includes('\\')) return value
  const read = value.replace(BACKSLASHES, (written) => escaped(written) ?? written)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259, section 7, names them.
  return /["\\\u0000-\u001f]/.test(read) ? value : read
}

function escaped(written: string): string | undefined {
  const from = written.lastIndexOf('\\') + 1
  const kind = written.charAt(from)
  if (written.length === from + 1) return SHORT_ESCAPES.get(kind) ?? kind
  return character(Number.parseInt(written.slice(from + 1).replace('{', ''), 16))
}

function referenced(reference: string): string | undefined {
  const inner = reference.slice(reference.lastIndexOf('&') + 1).replace(/^(?:amp;)+(?=.)/, '')
  if (!inner.startsWith('#')) return namedCharacter(inner.slice(0, -1))
  const digits = inner.slice(1)
  return character(/^[xX]/.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10))
}

/** Reads a run of percent-encoded octets as UTF-8 (RFC 3629); of others the letters of ISO 8859-1. */
function readPercents(run: string, start: number, built: FoldedTextBuilder): void {
  const parts = [...run.matchAll(PERCENTS)]
  const octets = parts.map(({ 0: part }) => Number.parseInt(part.slice(-2), 16))
  for (let at = 0; at < parts.length; ) {
    const length = sequenceLength(octets, at)
    const first = parts[at]
    const last = parts[at + length - 1]
    const by = length === 1 ? singleOctet(octets[at] ?? 0) : Buffer.from(octets.slice(at, at + length)).toString('utf8')
    if (by !== undefined && first !== undefined && last !== undefined) {
      built.replace(start + first.index, start + last.index + last[0].length, by)
    }
    at += length
  }
}

function singleOctet(octet: number): string | undefined {
  return octet < 0x80 || octet >= 0xc0 ? character(octet) : undefined
}

/** How many octets make one character; 1 where they make none. */
function sequenceLength(octets: readonly number[], at: number): number {
  const first = octets[at] ?? 0
  const length = first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
  if (length === 1 || at + length > octets.length) return 1
  const sequence = Buffer.from(octets.slice(at, at + length))
  return sequence.toString('utf8').includes('\ufffd') ? 1 : length
}

/** Absent for control characters but white space, and beyond Unicode. */
function character(point: number): string | undefined {
  if (point > 0x10ffff || (point < 0x20 && !/[\t\n\r]/.test(String.fromCharCode(point)))) return undefined
  return String.fromCodePoint(point)
}
