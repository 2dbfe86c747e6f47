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

/** The fewest signs in a row of what is decoded, and the fewest digits; most texts have neither. */
const LEAST_RUN = 16
const LEAST_DIGITS = 8
/** The digits of the shortest run of octets in twos. */
const LEAST_BITS = 48

const SIGN = { digit: 1, base64: 2, hexadecimal: 4 } as const
/** What runs each ASCII character may stand in. */
const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  const isOf = (pattern: RegExp, sign: number) => (pattern.test(character) ? sign : 0)
  return isOf(/\d/, SIGN.digit) | isOf(/[\w+/-]/, SIGN.base64) | isOf(/[0-9A-Fa-fx\\:,% ]/, SIGN.hexadecimal)
})

/** The longest runs of signs of Base64 and of hexadecimal digits with what stands between them, and all digits. */
function countRuns(text: string) {
  let [base64, longestBase64, hexadecimal, longestHexadecimal, digits] = [0, 0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const sign = code < 128 ? (SIGNS[code] as number) : 0
    digits += sign & SIGN.digit
    base64 = (sign & SIGN.base64) === 0 ? 0 : base64 + 1
    hexadecimal = (sign & SIGN.hexadecimal) === 0 ? 0 : hexadecimal + 1
    if (base64 > longestBase64) longestBase64 = base64
    if (hexadecimal > longestHexadecimal) longestHexadecimal = hexadecimal
  }
  return { digits, mayBeBase64: longestBase64 >= LEAST_RUN, mayBeHexadecimal: longestHexadecimal >= LEAST_RUN }
}

/** A text with its runs of hexadecimal, binary and Base64 digits as what they say, where that is language. Linear. */
export function withRunsDecoded(text: string): FoldedText {
  const { digits, mayBeBase64, mayBeHexadecimal } = countRuns(text)
  if (!mayBeBase64 && digits < LEAST_DIGITS) return inPlace(text)
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
  const hexDecoded = mayBeHexadecimal ? hexRead(inPlace(text)) : inPlace(text)
  const read = digits < LEAST_BITS ? hexDecoded : binaryRead(hexDecoded)
  // What was decoded may be Base64 again.
  return mayBeBase64 || read.text !== text ? base64Read(read) : read
}

function octetsOf(run: string): string {
  return Buffer.from((run.match(/[01]{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))).toString('utf8')
}
