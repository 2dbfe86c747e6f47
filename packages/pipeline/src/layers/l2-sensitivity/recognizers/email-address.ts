import { matchesOf, type Recognizer, type Span } from '../recognizer.ts'

/** RFC 5321, section 4.5.3.1: local part and domain in octets. */
const MAX_LOCAL = 64
const MAX_DOMAIN = 255

/** RFC 5322 atom characters that occur in addresses, and letters of every script (RFC 6531). */
const LOCAL = /[\p{L}\p{M}\p{N}._%+'&-]/u
const DOMAIN = /[\p{L}\p{M}\p{N}.-]/u

/** What follows the `@` in file names such as `icon@2x.png`. */
const FILE_SUFFIXES = new Set('png jpg jpeg gif svg webp js ts mjs css html json md txt'.split(' '))

/** The codes of the ASCII letters, digits and signs that `LOCAL` and `DOMAIN` take. */
const ASCII_LOCAL = asciiOf(LOCAL)
const ASCII_DOMAIN = asciiOf(DOMAIN)

const LITERAL = /^\[(?:\d{1,3}\.){3}\d{1,3}\]/
/** `alice [at] example [dot] com`: how people write an address for people only. */
const SPELLED =
  /(?<![\w.+-])[\w.+-]{1,64} {0,2}[[({<] {0,2}at {0,2}[\])}>] {0,2}[a-z0-9-]{1,63}(?: {0,2}(?:\.|[[({<] {0,2}dot {0,2}[\])}>]) {0,2}[a-z0-9-]{2,63}){1,4}/gi

/** `alice at example dot com`, where the last word is a common top-level domain. */
const SPOKEN =
  /(?<![\w.+-])[\w.+-]{1,64}(?: dot [\w+-]{1,64})? at [a-z0-9-]{1,63}(?: dot [a-z0-9-]{1,63}){0,2} dot (?:com|org|net|edu|gov|info|biz|io|ai|dev|app|me|eu|de|at|ch|fr|es|it|nl|be|uk|ie|pl|se|us|ca|au|in|jp|cn|br|mx|za|ng|ke)(?![\w-])/gi

/** What every spelled address has in it. */
const SPELLED_AT = /[[({<] {0,2}at {0,2}[\])}>]/i

/**
 * E-mail addresses: RFC 5322 as far as it is used, with a dotted domain or an address literal, `%40` as in URLs,
 * and the spelled forms `[at]` and "alice at example dot com". It cannot see other ways to spell an address out.
 */
export const emailAddress: Recognizer = {
  name: 'email-address',
  entity: 'EMAIL_ADDRESS',
  readsIdentifiers: true,
  fewestDigits: 0,
  find(text) {
    const spans: Span[] = []
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
      const span = around(text, at)
      if (span !== undefined) spans.push(span)
    }
    for (let at = text.indexOf('%40'); at !== -1; at = text.indexOf('%40', at + 1)) {
      const [start, end] = [startOfLocal(text, at), endOfDomain(text, at + 2)]
      if (start !== undefined && end !== undefined) spans.push(email(start, end, 0.9))
    }
    if (/ dot /i.test(text)) {
      for (const match of matchesOf(text, SPOKEN)) spans.push(email(match.index, match.index + match[0].length, 0.7))
    }
    if (SPELLED_AT.test(text)) {
      for (const match of matchesOf(text, SPELLED)) spans.push(email(match.index, match.index + match[0].length, 0.8))
    }
    return spans
  },
}

function around(text: string, at: number): Span | undefined {
  const start = startOfLocal(text, at)
  if (start === undefined) return undefined
  const literal = text.charAt(at + 1) === '[' ? LITERAL.exec(text.slice(at + 1, at + 18)) : null
  if (literal !== null) return email(start, at + 1 + literal[0].length, 0.9)
  const end = endOfDomain(text, at)
  if (end === undefined) return undefined
  if (text.slice(start, at) === 'git' && text.charAt(end) === ':') return undefined
  return email(start, end, 1)
}

function startOfLocal(text: string, at: number): number | undefined {
  let start = at
  while (start > 0 && at - start < MAX_LOCAL && isOneOf(text, start - 1, ASCII_LOCAL, LOCAL)) start -= 1
  while (start < at && /[.'%&-]/.test(text.charAt(start))) start += 1
  return start < at && text.charAt(at - 1) !== '.' ? start : undefined
}

function endOfDomain(text: string, at: number): number | undefined {
  let end = at + 1
  while (end < text.length && end - at <= MAX_DOMAIN && isOneOf(text, end, ASCII_DOMAIN, DOMAIN)) end += 1
  while (end > at && /[.-]/.test(text.charAt(end - 1))) end -= 1
  const labels = text.slice(at + 1, end).split('.')
  while (labels.length > 1 && !isTopLevel(labels.at(-1) ?? '')) {
    end -= (labels.pop()?.length ?? 0) + 1
  }
  if (labels.length < 2 || labels.some((label) => label === '' || label.length > 63)) return undefined
  return FILE_SUFFIXES.has((labels.at(-1) ?? '').toLowerCase()) ? undefined : end
}

/** Whether the code unit at that place is of a class: by a table where it is ASCII, which it nearly always is. */
function isOneOf(text: string, at: number, ascii: readonly boolean[], pattern: RegExp): boolean {
  return ascii[text.charCodeAt(at)] ?? pattern.test(text.charAt(at))
}

function asciiOf(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)))
}

function isTopLevel(label: string): boolean {
  return /^(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})$/iu.test(label)
}

function email(start: number, end: number, confidence: number): Span {
  return { entity: 'EMAIL_ADDRESS', start, end, confidence, recognizer: 'email-address', verified: confidence === 1 }
}
