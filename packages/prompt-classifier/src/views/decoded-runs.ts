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

/** Every such run has one of these, and most texts have none. */
const MAY_HAVE_RUNS = /[A-Za-z0-9+/_-]{16}|(?:(?:0x|\\x|:|,|%)?[0-9A-Fa-f]{2}[ ,:]?){8}/

/** A text with its runs of hexadecimal, binary and Base64 digits as what they say, where that is language. Linear. */
export function withRunsDecoded(text: string): string {
  if (!MAY_HAVE_RUNS.test(text)) return text
  let runs = 0
  const decoded = (decode: (run: string) => string) => (run: string) => {
    runs += 1
    if (runs > MAX_RUNS || run.length > MAX_RUN) return run
    const said = decode(run)
    return looksLikeLanguage(said) ? ` ${said} ` : run
  }
  return text
    .replace(
      HEX,
      decoded((run) => Buffer.from(run.replace(/0x|[^0-9A-Fa-f]/g, ''), 'hex').toString('utf8')),
    )
    .replace(BINARY, decoded(octetsOf))
    .replace(
      BASE64,
      decoded((run) => Buffer.from(run, 'base64').toString('utf8')),
    )
}

function octetsOf(run: string): string {
  return Buffer.from((run.match(/[01]{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2))).toString('utf8')
}
