import { entropyOf, PREFIXED_SECRETS } from '@sluice/pipeline/secret-forms'

/** A place that holds what looks like a secret; never the secret. */
interface FoundSecret {
  /** From 1. */
  readonly line: number
  /** What it looks like. */
  readonly form: string
}

/** Forms that providers made recognizable: those that L2 looks for, each with its source there. */
const PREFIXED = new RegExp(
  `(?<![A-Za-z0-9_-])(?:${PREFIXED_SECRETS.map(({ pattern }) => pattern).join('|')})(?![A-Za-z0-9_-])`,
  'g',
)

/** A key in PEM with something behind its head: RFC 7468, section 3. The head alone stands in code that reads keys. */
const PRIVATE_KEY = /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY-----(?:\\r|\\n|\s|"|'|,|\+){1,80}[A-Za-z0-9+/]{40}/g

/** `clientSecret: "..."`, `API_KEY=...`: a name that says secret, a sign, a value without a space. */
const ASSIGNED =
  /(?:secret|token|passwo?r?d|passphrase|credential|api[_-]?key|access[_-]?key|private[_-]?key|data[_-]?keys?|signing[_-]?key)[A-Za-z0-9_-]{0,24}["'\]]{0,2}[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}(?:["'`]([^"'`\s]{20,256})["'`]|([A-Za-z0-9+/_=-]{20,256})[ \t]*$)/gim

/** Bits of entropy a character above which letters and digits look drawn: Base64 of random bytes has 4.5 and more. */
const LEAST_BITS = 4

/**
 * Finds what looks like a secret in a text. It does not see what is compressed, encrypted, split over lines or written
 * in UTF-16, nor a password that reads like a word.
 */
export function findSecrets(text: string): FoundSecret[] {
  const found = [
    ...places(text, PREFIXED, () => true).map((index) => ({ index, form: 'a key or token of a known form' })),
    ...places(text, PRIVATE_KEY, () => true).map((index) => ({ index, form: 'a private key in PEM' })),
    ...places(text, ASSIGNED, looksDrawn).map((index) => ({ index, form: 'random text assigned to a secret' })),
  ].sort((a, b) => a.index - b.index)
  let [line, at] = [1, 0]
  return found.map(({ index, form }) => {
    for (let next = text.indexOf('\n', at); next !== -1 && next < index; next = text.indexOf('\n', at)) {
      line += 1
      at = next + 1
    }
    return { line, form }
  })
}

function places(text: string, pattern: RegExp, isOne: (match: RegExpExecArray) => boolean): number[] {
  return Array.from(text.matchAll(pattern), (match) => (isOne(match) ? match.index : -1)).filter((index) => index >= 0)
}

/** What the vault puts in the place of a value: `EMAIL_ADDRESS_7H3K9Q2M5T`. It is no secret. */
const VAULT_TOKEN = /^[A-Z][A-Z_]*_[0-9A-Z]{10}$/

function looksDrawn(match: RegExpExecArray): boolean {
  const value = match[1] ?? match[2] ?? ''
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /[$<>{}()]/.test(value)) return false
  return entropyOf(value) >= LEAST_BITS && !VAULT_TOKEN.test(value)
}
