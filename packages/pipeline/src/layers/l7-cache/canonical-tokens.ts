import { findTokens, tagsOfToken } from '@sluice/token-vault'

/** The random part of a token, at its end. */
const ID_LENGTH = 10
/** So many letters of an id in a row are a part of it. */
const FRAGMENT_LENGTH = 5
/** A tag is whole, or it is none. */
const TAG_LENGTH = 4
/** Stands around a number in place of a token. JSON escapes it, so that no request can hold it. */
const MARK = '\u0001'

/** A text of JSON with numbers in place of its tokens. */
interface NumberedText {
  readonly text: string
  /** Each token once, in the order in which they first stand in the text. */
  readonly tokens: readonly string[]
}

/**
 * Numbers the tokens of a text of JSON by where they first stand in it, each with its type and replacement; the tags of
 * names are numbered too, so that names share tags at the same places. Two requests that differ only in whom they are
 * about have the same text, and one token stands at the same places of both.
 */
export function numberTokens(json: string): NumberedText {
  const numbers = new Map<string, number>()
  const tags = new Map<string, number>()
  const text = replaceTokens(json, (token) => {
    const number = numberOf(token, numbers)
    const numbered = tagsOfToken(token).map((tag) => numberOf(tag, tags))
    const kind = numbered.length === 0 ? token.slice(0, -ID_LENGTH) : `PERSON_${numbered.join('-')}_`
    return `${MARK}${kind}${number}${MARK}`
  })
  return { text, tokens: [...numbers.keys()] }
}

function numberOf(name: string, numbers: Map<string, number>): number {
  const number = numbers.get(name) ?? numbers.size
  numbers.set(name, number)
  return number
}

/** The text with the tokens of another request in place of its own; undefined where it has any that are not known. */
export function exchangeTokens(text: string, from: readonly string[], to: readonly string[]): string | undefined {
  if (from.length !== to.length) return undefined
  const exchanged = new Map(from.map((token, index) => [token, to[index] ?? '']))
  let isWhole = true
  const result = replaceTokens(text, (token) => {
    const other = exchanged.get(token)
    if (other === undefined) isWhole = false
    return other ?? ''
  })
  return isWhole ? result : undefined
}

/**
 * Whether a text is about the letters of a token: parts of its id, or a tag, stand outside whole tokens, whatever
 * stands between the letters. Such a text is true of that token only. Linear.
 */
export function speaksOfTokens(text: string, tokens: readonly string[]): boolean {
  if (tokens.length === 0) return false
  const spelled = new SpelledLetters(tokens)
  const rest = replaceTokens(text, () => '').toUpperCase()
  let run = 0
  for (let at = 0; at < rest.length; at += 1) {
    const letter = letterNumber(rest.charCodeAt(at))
    if (letter === 0) continue
    run = ((run << LETTER_BITS) | letter) & FRAGMENT_BITS
    if (spelled.endWith(run)) return true
  }
  return false
}

/** Letters in a row are one number: 1 to 36 for each, so that fewer letters are never the same number. */
const LETTER_BITS = 6
const FRAGMENT_BITS = 2 ** (LETTER_BITS * FRAGMENT_LENGTH) - 1
const TAG_BITS = 2 ** (LETTER_BITS * TAG_LENGTH) - 1
const ENDING_BITS = 2 ** (LETTER_BITS * 2) - 1

/** Of a UTF-16 code unit; 0 for what is no digit and no capital. */
function letterNumber(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x40
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 27 : 0
}

/** What some tokens are spelled with: the parts of their ids, and their tags, forwards and backwards. */
class SpelledLetters {
  readonly #fragments: ReadonlySet<number>
  readonly #tags: ReadonlySet<number>
  /** 1 for the last two letters of each: nearly all of a text is told apart by them. */
  readonly #endings = new Uint8Array(ENDING_BITS + 1)

  constructor(tokens: readonly string[]) {
    this.#fragments = this.#runsOf(tokens.flatMap((token) => fragmentsOf(token.slice(-ID_LENGTH))))
    this.#tags = this.#runsOf(tokens.flatMap((token) => tagsOfToken(token).flatMap(bothWays)))
  }

  /** Whether letters in a row, of which `run` has the last five, end with one of them. */
  endWith(run: number): boolean {
    if (this.#endings[run & ENDING_BITS] === 0) return false
    return this.#fragments.has(run) || this.#tags.has(run & TAG_BITS)
  }

  #runsOf(spellings: readonly string[]): ReadonlySet<number> {
    const runs = new Set<number>()
    for (const letters of spellings) {
      let run = 0
      for (let at = 0; at < letters.length; at += 1) run = (run << LETTER_BITS) | letterNumber(letters.charCodeAt(at))
      runs.add(run)
      this.#endings[run & ENDING_BITS] = 1
    }
    return runs
  }
}

function bothWays(letters: string): [string, string] {
  return [letters, [...letters].reverse().join('')]
}

function fragmentsOf(id: string): string[] {
  return bothWays(id).flatMap((letters) =>
    Array.from({ length: ID_LENGTH - FRAGMENT_LENGTH + 1 }, (_, at) => letters.slice(at, at + FRAGMENT_LENGTH)),
  )
}

function replaceTokens(text: string, replacement: (token: string) => string): string {
  let result = ''
  let end = 0
  for (const { token, start } of findTokens(text)) {
    result += text.slice(end, start) + replacement(token)
    end = start + token.length
  }
  return result + text.slice(end)
}
