/** What the words of a name share: eight characters of Crockford's base 32, before a token's own ten. */
const TAG = /^[0-9A-HJKMNP-TV-Z]{8}$/

interface TokenWords {
  /** `email address`. */
  readonly type: string
  /** Enough of its own characters to tell two apart: `YB3Y`. */
  readonly id: string
}

/** Reads a token for people: `PERSON_W3G5J2MJ_H4CJ0D9475` is a `person` `H4CJ`. */
export function tokenWords(token: string): TokenWords {
  const parts = token.split('_')
  const id = parts.pop() ?? ''
  while (parts.length > 1 && TAG.test(parts.at(-1) ?? '')) parts.pop()
  return { type: parts.join(' ').toLowerCase(), id: id.slice(0, 4) }
}
