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
 * stands between the letters. Such a text is true of that token only.
 */
export function speaksOfTokens(text: string, tokens: readonly string[]): boolean {
  const fragments = new Set(tokens.flatMap((token) => fragmentsOf(token.slice(-ID_LENGTH))))
  if (fragments.size === 0) return false
  const tags = new Set(tokens.flatMap((token) => tagsOfToken(token).flatMap(bothWays)))
  const rest = replaceTokens(text, () => ' ')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '')
  for (let at = 0; at + TAG_LENGTH <= rest.length; at += 1) {
    if (fragments.has(rest.slice(at, at + FRAGMENT_LENGTH)) || tags.has(rest.slice(at, at + TAG_LENGTH))) return true
  }
  return false
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
