/** One pair of a relative distinguished name: the type in lower case, the value without escapes. */
interface NamePart {
  readonly type: string
  readonly value: string
}

const HEX_PAIR = /^[0-9a-f]{2}$/i

/**
 * Splits a distinguished name (RFC 4514) into the first pair of each relative name; undefined for a text that is none.
 * One pass, no backtracking.
 */
export function parseName(dn: string): readonly NamePart[] | undefined {
  const parts: NamePart[] = []
  for (const text of splitUnescaped(dn, ',')) {
    const [first = ''] = splitUnescaped(text, '+')
    const equals = first.indexOf('=')
    if (equals < 1) return undefined
    parts.push({
      type: first.slice(0, equals).trim().toLowerCase(),
      value: unescapeValue(first.slice(equals + 1).trim()),
    })
  }
  return parts
}

/** The same text for two spellings of one name, as far as that can be known without the schema: case and spaces. */
export function normalizeName(dn: string): string {
  const parts = parseName(dn)
  if (parts === undefined) return dn.toLowerCase()
  return JSON.stringify(parts.map(({ type, value }) => [type, value.toLowerCase()]))
}

function* splitUnescaped(text: string, separator: string): Generator<string> {
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === separator) {
      yield text.slice(start, at)
      start = at + 1
    }
  }
  yield text.slice(start)
}

/** Escapes stand for bytes of UTF-8 (`\C3\A9`) or for the character that follows. */
function unescapeValue(text: string): string {
  if (!text.includes('\\')) return text
  const bytes: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const pair = text.slice(at + 1, at + 3)
    if (text[at] === '\\' && HEX_PAIR.test(pair)) {
      bytes.push(Number.parseInt(pair, 16))
      at += 2
      continue
    }
    if (text[at] === '\\') at += 1
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0xfffd)
    bytes.push(...Buffer.from(character, 'utf8'))
    at += character.length - 1
  }
  return Buffer.from(bytes).toString('utf8')
}
