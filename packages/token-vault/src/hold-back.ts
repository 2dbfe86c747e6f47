import {
  findTokens,
  ID_ALPHABET,
  ID_LENGTH,
  isInReplacement,
  isTokenPrefix,
  MAX_TOKEN_LENGTH,
  TOKEN_PREFIXES,
  type TokenSpan,
} from './token.ts'

/** Text that may leave, with the whole tokens in it. */
export interface Released {
  readonly text: string
  readonly tokens: readonly TokenSpan[]
}

/** Cuts a text that arrives in pieces so that no token is ever cut. */
export interface HoldBack {
  /** Adds the next piece and returns what may leave now. */
  push(piece: string): Released
  /** Returns the rest, which can no longer become a token, and empties the hold-back. */
  flush(): Released
}

const NO_TOKENS: readonly TokenSpan[] = []
const NOTHING: Released = { text: '', tokens: NO_TOKENS }
const ID_CHARACTERS = new Set(ID_ALPHABET)

/** Every way in which a token may begin, up to its id. */
const OPENINGS: ReadonlySet<string> = new Set(
  [...TOKEN_PREFIXES].flatMap((prefix) => Array.from(prefix, (_, index) => prefix.slice(0, index + 1))),
)
const LONGEST_OPENING = MAX_TOKEN_LENGTH - ID_LENGTH

/**
 * Makes a hold-back for one text. It keeps the longest end of the text that is the beginning of a possible token, so at
 * most `MAX_TOKEN_LENGTH - 1` UTF-16 code units, and passes everything else on at once. The released texts together
 * are the text that it was given, and the tokens are those of the whole text, however it was cut. Linear.
 */
export function createHoldBack(): HoldBack {
  let held = ''
  return {
    push(piece) {
      if (piece === '') return NOTHING
      const text = held + piece
      const tokens = text.includes('_') ? findTokens(text) : NO_TOKENS
      const cut = mayGoOn(text) ? startOfUnfinishedToken(text, tokens.at(-1)?.end ?? 0) : text.length
      held = text.slice(cut)
      return { text: text.slice(0, cut), tokens }
    },
    flush() {
      const text = held
      held = ''
      return text === '' ? NOTHING : { text, tokens: NO_TOKENS }
    },
  }
}

/** Whether the last character is one of a token: a capital, a digit or an underscore. Most pieces end otherwise. */
function mayGoOn(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  return last === 0x5f || (last >= 0x30 && last <= 0x39) || (last >= 0x41 && last <= 0x5a)
}

/** Where the longest end that may still become a token begins, from `from` on; the text's length if there is none. */
function startOfUnfinishedToken(text: string, from: number): number {
  for (let start = Math.max(from, text.length - MAX_TOKEN_LENGTH + 1); start < text.length; start++) {
    if (isBeginning(text, start)) return start
  }
  return text.length
}

function isBeginning(text: string, start: number): boolean {
  const rest = text.slice(start)
  if (rest.length <= LONGEST_OPENING && (OPENINGS.has(rest) || isInReplacement(rest) || isTokenPrefix(rest)))
    return true
  const idLength = trailingIdCharacters(rest)
  return idLength > 0 && idLength < ID_LENGTH && isTokenPrefix(rest.slice(0, rest.length - idLength))
}

/** How many characters there are behind the last underscore; 0 where not all of them are an id's. */
function trailingIdCharacters(text: string): number {
  const length = text.length - text.lastIndexOf('_') - 1
  return Array.from(text.slice(text.length - length)).every((character) => ID_CHARACTERS.has(character)) ? length : 0
}
