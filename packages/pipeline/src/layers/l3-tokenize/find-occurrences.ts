/** Where a value stands in a text, in UTF-16 code units; `end` is one past the last. */
export interface Occurrence {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** Shorter values are common words; to replace them everywhere would destroy the text. */
const MIN_LENGTH = 4
/** A name of three letters is one wherever it stands: `Dan`, `Eve`. */
const SHORT_NAME = /^\p{Lu}\p{Ll}{2}$/u
/** The longest walk from one word. A longer value is replaced only where it was found. */
const MAX_LENGTH = 128

/**
 * A node of the trie of values. A value has nodes of its own only as far as it shares them with other values: a request
 * has few values, and a node for each of 30 code units cost more to build than to search with.
 */
interface Node {
  /** The value that ends here. */
  value: string | undefined
  /** The only value that continues from here. */
  lone: string | undefined
  next: Map<number, Node> | undefined
}

/**
 * Makes a search for all values at once, of 4 to 128 UTF-16 code units and names of three, exactly as spelled and as
 * whole words: a value that begins or ends with a letter or digit does not match within a longer word. Matches come
 * from left to right, the longest first, without overlaps. One pass: each word of the text is walked once, for at most
 * 128 code units.
 */
export function createOccurrenceSearch(values: Iterable<string>): (text: string) => readonly Occurrence[] {
  const beginnings = new Map<number, Node>()
  for (const value of values) {
    const isSearched = (value.length >= MIN_LENGTH && value.length <= MAX_LENGTH) || SHORT_NAME.test(value)
    if (isSearched) insert(nodeAt(beginnings, value.charCodeAt(0)), value)
  }
  if (beginnings.size === 0) return () => []
  return (text) => {
    const found: Occurrence[] = []
    for (let start = 0; start < text.length; start++) {
      const beginning = beginnings.get(text.charCodeAt(start))
      if (beginning === undefined || isInsideWord(text, start)) continue
      const value = longestFrom(beginning, text, start)
      if (value === undefined) continue
      found.push({ value, start, end: start + value.length })
      start += value.length - 1
    }
    return found
  }
}

function insert(beginning: Node, value: string): void {
  let node = beginning
  for (let at = 1; !isFree(node); at++) {
    if (node.lone === value) return
    moveLoneOn(node, at)
    if (value.length === at) {
      node.value = value
      return
    }
    node.next ??= new Map()
    node = nodeAt(node.next, value.charCodeAt(at))
  }
  node.lone = value
}

function isFree({ value, lone, next }: Node): boolean {
  return value === undefined && lone === undefined && next === undefined
}

/** Moves the only value of a node one step on, because another value has come to the node. */
function moveLoneOn(node: Node, at: number): void {
  const { lone } = node
  if (lone === undefined) return
  node.lone = undefined
  if (lone.length === at) node.value = lone
  else node.next = new Map([[lone.charCodeAt(at), { value: undefined, lone, next: undefined }]])
}

function nodeAt(nodes: Map<number, Node>, code: number): Node {
  const known = nodes.get(code)
  if (known !== undefined) return known
  const node: Node = { value: undefined, lone: undefined, next: undefined }
  nodes.set(code, node)
  return node
}

function longestFrom(beginning: Node, text: string, start: number): string | undefined {
  let longest: string | undefined
  let node: Node | undefined = beginning
  for (let at = start + 1; node !== undefined; at++) {
    const { value, lone, next }: Node = node
    if (value !== undefined && !isInsideWord(text, at)) longest = value
    if (lone !== undefined)
      return text.startsWith(lone, start) && !isInsideWord(text, start + lone.length) ? lone : longest
    node = at < text.length ? next?.get(text.charCodeAt(at)) : undefined
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
