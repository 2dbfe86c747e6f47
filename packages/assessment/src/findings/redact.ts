const HIDDEN = '…'
const PEM_BODY = /(-----BEGIN [A-Z0-9. ]{1,40}-----).+?(?=-----END |$)/gs
/** Runs of what base64 is made of, which may be names as well; and of hexadecimal digits. */
const BASE64 = /[A-Za-z0-9+/_-]{20,}={0,2}/g
const HEX = /(?:0x)?[0-9A-Fa-f]{24,}/g
const BYTES =
  /(?:(?:0x[0-9A-Fa-f]{1,2}|-?\d{1,3}|'\\x[0-9A-Fa-f]{2}')[uUL]?\s{0,4},\s{0,4}){7,}(?:0x[0-9A-Fa-f]{1,2}|-?\d{1,3})?/g
const ESCAPES = /(?:\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\[0-7]{3}){6,}/g
/** Settings and members whose value is a secret whatever it looks like. */
const SECRET =
  /((?:password|passphrase|passwd|secret|private_?key|priv_?key|decryption_?key|validation_?key|shared_?key|api_?key|"[kdpq]")["']?\s{0,4}[:=]\s{0,4})(?:"[^"]*"?|'[^']*'?|[^\s"'({[,;]{1,200})/gi

/**
 * Takes out of a line what may be key material: the body of PEM, long base64, hexadecimal or lists of bytes, and what
 * is assigned to a name for a secret. Names of algorithms stay. Linear in the length of the line.
 */
export function redact(line: string): string {
  return line
    .replace(PEM_BODY, `$1${HIDDEN}`)
    .replace(ESCAPES, HIDDEN)
    .replace(BYTES, HIDDEN)
    .replace(HEX, HIDDEN)
    .replace(BASE64, (run) => (isEncoded(run) ? HIDDEN : run))
    .replace(SECRET, (all, name: string) =>
      /[=:]\s*(?:new\b|null|None|true|false)/.test(all) ? all : `${name}${HIDDEN}`,
    )
}

/** Of a hundred letters of random base64 some 65 are of another kind than the one before; of a name some 30. */
const LEAST_TURNS = 0.45

function isEncoded(run: string): boolean {
  let [turns, length, before] = [0, 0, 0]
  for (const char of run) {
    const kind = /[a-z]/.test(char) ? 1 : /[A-Z]/.test(char) ? 2 : /\d/.test(char) ? 3 : 0
    if (kind === 0) continue
    if (before !== 0 && kind !== before) turns += 1
    before = kind
    length += 1
  }
  return turns >= LEAST_TURNS * length || (run.endsWith('=') && turns * 4 >= length)
}

const LITERAL = /"(?:[^"\\]|\\.)*"?|`(?:[^`\\]|\\.)*`?|(?<=^|[^\w&<]|\b[bBrRuUfF]{1,2})'(?:[^'\\]|\\.)*'?/g
const SHORT = 8

/** Takes the longer string literals out of a line of a program, other than those that name an algorithm. */
export function redactLiterals(line: string, isName: (text: string) => boolean): string {
  return line.replace(LITERAL, (literal) => {
    const quote = literal.charAt(0)
    const text = literal.slice(1, literal.length > 1 && literal.endsWith(quote) ? -1 : undefined)
    return text.length < SHORT || isName(text) ? literal : `${quote}${HIDDEN}${quote}`
  })
}
