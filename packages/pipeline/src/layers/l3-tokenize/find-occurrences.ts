/** Where a value stands in a text, in UTF-16 code units; `end` is one past the last. */
export interface Occurrence {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Shorter values are words of every other sentence; replacing them everywhere would tear texts apart. */
const MIN_LENGTH = 4
/** Bounds the walk from each word; longer values are replaced where they were found. */
const MAX_LENGTH = 128

interface Node {
  readonly next: Map<number, Node>
  value?: string
}

/**
 * Makes a search for all values at once, of 4 to 128 UTF-16 code units, exactly as spelled and as whole words: a value
 * that begins or ends with a letter or digit does not count in the middle of a longer word. From left to right, the
 * longest first, without overlaps. One pass: each word of the text is walked once, for at most 128 units.
 */
export function createOccurrenceSearch(values: Iterable<string>): (text: string) => readonly Occurrence[] {
  const root: Node = { next: new Map() }
  for (const value of values) {
    if (value.length >= MIN_LENGTH && value.length <= MAX_LENGTH) insert(root, value)
  }
  if (root.next.size === 0) return () => []
  return (text) => {
    const found: Occurrence[] = []
    for (let start = 0; start < text.length; start++) {
      if (!root.next.has(text.charCodeAt(start)) || isInsideWord(text, start)) continue
      const value = longestFrom(root, text, start)
      if (value === undefined) continue
      found.push({ value, start, end: start + value.length })
      start += value.length - 1
    }
    return found
  }
}

function insert(root: Node, value: string): void {
  let node = root
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    let next = node.next.get(code)
    if (next === undefined) {
      next = { next: new Map() }
      node.next.set(code, next)
    }
    node = next
  }
  node.value = value
}

function longestFrom(root: Node, text: string, start: number): string | undefined {
  let longest: string | undefined
  let node: Node | undefined = root
  for (let at = start; node !== undefined; at++) {
    if (node.value !== undefined && !isInsideWord(text, at)) longest = node.value
    node = at < text.length ? node.next.get(text.charCodeAt(at)) : undefined
  }
  return longest
}

/** Whether the units on both sides of a place belong to one word. */
function isInsideWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && isWordUnit(text.charCodeAt(at - 1)) && isWordUnit(text.charCodeAt(at))
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}\p{Cs}]/u

/** Units of a surrogate pair count as letters, so that no pair is cut. */
function isWordUnit(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  return LETTER_OR_DIGIT.test(String.fromCharCode(code))
}
