import { chained, type FoldedText, inPlace, replaceMatches } from '@sluice/text-folding'
import { looksLikeLanguage } from './looks-like-language.ts'

/** So many runs of one text are decoded, each up to so many signs: enough for a prompt, and bounded. */
const MAX_RUNS = 16
const MAX_RUN = 100_000

/** Base64 and its form for URLs (RFC 4648, sections 4 and 5), perhaps with line breaks. */
const BASE64 = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]{4,}){0,100}={0,2}/g
/** Pairs of hexadecimal digits, perhaps with spaces, `0x`, `\x` or colons. */
const HEX = /(?<![0-9A-Za-z])(?:(?:0x|\\x|:|,|%)?[0-9A-Fa-f]{2}[ ,]?){8,}(?![0-9A-Za-z])/g
/** Octets in twos, with or without spaces. */
const BINARY = /(?<![0-9])(?:[01]{8}[ ,]?){6,}(?![0-9])/g

/** The fewest signs of Base64 in a row, and the fewest digits, of what is decoded; most texts have neither. */
const LEAST_RUN = 16
const LEAST_DIGITS = 8
/** The digits of the shortest run of octets in twos. */
const LEAST_BITS = 48

/** The longest run of Base64's signs, and the number of digits: counted up to what anything is asked of. */
function countRuns(text: string): { readonly longest: number; readonly digits: number } {
  let [run, longest, digits] = [0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 0x30 && code <= 0x39
    if (isDigit) digits += 1
    run = isDigit || isBase64Letter(code) ? run + 1 : 0
    if (run > longest) longest = run
    if (longest >= LEAST_RUN && digits >= LEAST_BITS) break
  }
  return { longest, digits }
}

function isBase64Letter(code: number): boolean {
  const small = code | 0x20
  return (small >= 0x61 && small <= 0x7a) || code === 0x2b || code === 0x2f || code === 0x2d || code === 0x5f
}

/** A text with its runs of hexadecimal, binary and Base64 digits as what they say, where that is language. Linear. */
export function withRunsDecoded(text: string): FoldedText {
  const { longest, digits } = countRuns(text)
  if (longest < LEAST_RUN && digits < LEAST_DIGITS) return inPlace(text)
  let runs = 0
  const decoded = (pattern: RegExp, decode: (run: string) => string) => (read: FoldedText) => {
    const found = replaceMatches(read.text, pattern, ([run]) => {
      runs += 1
      if (runs > MAX_RUNS || run.length > MAX_RUN) return run
      const said = decode(run)
      return looksLikeLanguage(said) ? ` ${said} ` : run
    })
    return chained(found, read)
  }
  const hexRead = decoded(HEX, (run) => Buffer.from(run.replace(/0x|[^0-9A-Fa-f]/g, ''), 'hex').toString('utf8'))
  const binaryRead = decoded(BINARY, octetsOf)
  const base64Read = decoded(BASE64, (run) => Buffer.from(run, 'base64').toString('utf8'))
  const hexDecoded = hexRead(inPlace(text))
  const read = digits < LEAST_BITS ? hexDecoded : binaryRead(hexDecoded)
  // What was decoded may be Base64 again.
  return longest < LEAST_RUN && read.text === text ? read : base64Read(read)
}

function octetsOf(run: string): string {
  return Buffer.from((run.match(/[01]{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))).toString('utf8')
}
