import type { Level } from '@sluice/contracts'
import { endingsOn, hasEnding, INFLECTED } from './endings.ts'
import { arraysOf, type IndexArrays } from './layout.ts'
import { nextNode } from './letter-tree.ts'
import { ACCENT, foldedLetter, HIGH, kindOf, OUTSIDE } from './letters.ts'
import { hasMore, isTerm, levelIn, replacementIn } from './term-info.ts'
import { joinedHash, MAX_LETTERS, spread, withLetter } from './word-hash.ts'
import { type WordList, WordScan } from './words.ts'

/** Where a codename stands in a text, in UTF-16 code units; `end` is one past the last. */
export interface CodenameSpan {
  readonly start: number
  readonly end: number
  readonly level: Level
  readonly replacement: string | undefined
}

/** Finds the codenames of one tenant. */
export interface CodenameIndex {
  /** Whether it holds no term at all. */
  readonly isEmpty: boolean
  /** Every place of a term, also where terms overlap. Linear in the text, however many terms there are. */
  find(text: string): readonly CodenameSpan[]
}

/** A word that is not a term itself is read together with so many behind it. */
const MAX_JOINED = 3
/** Shorter terms are not looked for in parts: `a` and `i` stand in many texts. */
const MIN_JOINED_LENGTH = 4
/** Between the parts of one word: `Night-Fall`, `night fall`, `NightFall`. It ends no sentence. */
const JOINT = /^(?:[ \t]{0,3}|[ \t]?[-_][ \t]?(?:\r?\n)?|[ \t]?\r?\n[ \t]?|\.)$/
const LONGEST_JOINT = 5
/** Between the words of one term: at most three spaces, dashes and the like. */
const NEAR = /^[\s_./:'-]*$/
const LONGEST_GAP = 3
/** What a term of a script without spaces may be broken by. */
const BREAK = /[\s_-]/
const BEYOND_ASCII = /[^\t\n\r -~]/
const SPACE = 0x20
const MISSING = -1

/** One for the thread: a text is read at once. */
const scan = new WordScan()

/** Reads an index that `compileCodenameIndex` made, without a copy. Throws for other memory. */
export function openCodenameIndex(buffer: SharedArrayBuffer): CodenameIndex {
  return new SharedIndex(arraysOf(buffer))
}

class SharedIndex implements CodenameIndex {
  readonly #arrays: IndexArrays
  readonly #hasWords: boolean
  readonly #hasTree: boolean

  constructor(arrays: IndexArrays) {
    this.#arrays = arrays
    this.#hasWords = arrays.keyInfo.length > 0
    this.#hasTree = arrays.nodeInfo.length > 1
  }

  get isEmpty(): boolean {
    return !this.#hasWords && !this.#hasTree
  }

  find(text: string): readonly CodenameSpan[] {
    const spans: CodenameSpan[] = []
    if (this.#hasWords) {
      scan.read(text)
      this.#findWords(text, scan.runs, spans)
      if (scan.hasCompounds) this.#findWords(text, scan.pieces, spans)
    }
    if (this.#hasTree && BEYOND_ASCII.test(text)) this.#findUnspaced(text, spans)
    return spans
  }

  #findWords(text: string, words: WordList, spans: CodenameSpan[]): void {
    for (let first = 0; first < words.count; first += 1) {
      this.#findPhrases(text, words, first, spans)
      this.#findInParts(text, words, first, spans)
    }
  }

  /** Terms that begin with this word. */
  #findPhrases(text: string, words: WordList, first: number, spans: CodenameSpan[]): void {
    let hash = words.hashes[first] ?? 0
    let length = lengthOf(words, first)
    this.#findWithEnding(words, first, first, 0, 0, spans)
    for (let last = first; length <= MAX_LETTERS; ) {
      const key = this.#keyOf(words, first, last, hash, length, true)
      if (key === MISSING) return
      const info = this.#arrays.keyInfo[key] ?? 0
      if (isTerm(info)) spans.push(this.#spanOf(words.starts[first] ?? 0, words.ends[last] ?? 0, info))
      last += 1
      if (!hasMore(info) || last === words.count || !isNear(text, words, last)) return
      const next = lengthOf(words, last)
      if (next > MAX_LETTERS) return
      const before = withLetter(hash, SPACE)
      this.#findWithEnding(words, first, last, before, length + 1, spans)
      hash = joinedHash(before, words.hashes[last] ?? 0, next)
      length += 1 + next
    }
  }

  /**
   * Terms whose last word has an ending in the text: `Nightfalls`, `Blue Herons`.
   * @param hash of the words before the last one and the space behind them, of `length` letters.
   */
  #findWithEnding(
    words: WordList,
    first: number,
    last: number,
    hash: number,
    length: number,
    spans: CodenameSpan[],
  ): void {
    const from = words.lettersFrom[last] ?? 0
    const to = words.lettersTo[last] ?? 0
    if (length + to - from <= INFLECTED) return
    for (const ending of endingsOn(scan.letters[to - 1] ?? 0)) {
      const end = to - ending.letters.length
      const whole = length + end - from
      if (end <= from || whole < ending.fewest || whole > MAX_LETTERS) continue
      if (!hasEnding(ending, scan.letters, end)) continue
      let wholeHash = hash
      for (let at = from; at < end; at += 1) wholeHash = withLetter(wholeHash, scan.letters[at] ?? 0)
      const key = this.#keyOf(words, first, last, wholeHash, whole, true)
      const info = key === MISSING ? 0 : (this.#arrays.keyInfo[key] ?? 0)
      if (isTerm(info)) spans.push(this.#spanOf(words.starts[first] ?? 0, words.ends[last] ?? 0, info))
    }
  }

  /** Terms whose parts are that word and the next ones: `night_fall`. */
  #findInParts(text: string, words: WordList, first: number, spans: CodenameSpan[]): void {
    let hash = words.hashes[first] ?? 0
    let length = lengthOf(words, first)
    const end = Math.min(words.count, first + 1 + MAX_JOINED)
    for (let last = first + 1; last < end; last += 1) {
      if ((words.starts[last] ?? 0) - (words.ends[last - 1] ?? 0) > LONGEST_JOINT) return
      const next = lengthOf(words, last)
      length += next
      if (length > MAX_LETTERS) return
      hash = joinedHash(hash, words.hashes[last] ?? 0, next)
      if (length < MIN_JOINED_LENGTH) continue
      const key = this.#keyOf(words, first, last, hash, length, false)
      if (key === MISSING) continue
      const info = this.#arrays.keyInfo[key] ?? 0
      if (!isTerm(info) || !areJoined(text, words, first, last)) continue
      spans.push(this.#spanOf(words.starts[first] ?? 0, words.ends[last] ?? 0, info))
    }
  }

  /** The key that the first `length` letters of these words are, with spaces between them or together. */
  #keyOf(words: WordList, first: number, last: number, hash: number, length: number, spaced: boolean): number {
    const { keySlots, keyFrom } = this.#arrays
    const mask = keySlots.length / 2 - 1
    for (let slot = spread(hash) & mask; ; slot = (slot + 1) & mask) {
      const key = (keySlots[2 * slot + 1] ?? 0) - 1
      if (key < 0) return MISSING
      if (keySlots[2 * slot] !== hash) continue
      const from = keyFrom[key] ?? 0
      if ((keyFrom[key + 1] ?? 0) - from !== length) continue
      if (this.#isAt(from, from + length, words, first, last, spaced)) return key
    }
  }

  #isAt(from: number, to: number, words: WordList, first: number, last: number, spaced: boolean): boolean {
    const { letters } = this.#arrays
    let at = from
    for (let word = first; word <= last; word += 1) {
      if (spaced && word > first) {
        if (letters[at] !== SPACE) return false
        at += 1
      }
      const end = words.lettersTo[word] ?? 0
      for (let letter = words.lettersFrom[word] ?? 0; letter < end && at < to; letter += 1, at += 1) {
        if (letters[at] !== scan.letters[letter]) return false
      }
    }
    return true
  }

  #findUnspaced(text: string, spans: CodenameSpan[]): void {
    const { nodeInfo, nodeLength } = this.#arrays
    /** Where the letters of the text stand. */
    const places: number[] = []
    let node = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      const kind = kindOf(code)
      if (kind === ACCENT) continue
      // The letters of this tree above U+FFFF have no capitals, so each half counts as a letter.
      const isHalf = kind === HIGH || (code >= 0xdc00 && code <= 0xdfff)
      if (!isHalf && kind === OUTSIDE) {
        if (!BREAK.test(text.charAt(at))) node = 0
        continue
      }
      places.push(at)
      node = nextNode(this.#arrays, node, isHalf ? code : foldedLetter(code))
      const length = nodeLength[node] ?? 0
      if (length > 0) spans.push(this.#spanOf(places[places.length - length] ?? 0, at + 1, nodeInfo[node] ?? 0))
    }
  }

  #spanOf(start: number, end: number, info: number): CodenameSpan {
    return { start, end, level: levelIn(info), replacement: this.#replacement(replacementIn(info)) }
  }

  #replacement(number: number): string | undefined {
    if (number === 0) return undefined
    const { replacementFrom, replacementLetters } = this.#arrays
    // A copy: no decoder takes memory that threads share.
    const letters = replacementLetters.slice(replacementFrom[number - 1], replacementFrom[number])
    return String.fromCharCode(...letters)
  }
}

function lengthOf(words: WordList, word: number): number {
  return (words.lettersTo[word] ?? 0) - (words.lettersFrom[word] ?? 0)
}

function isNear(text: string, words: WordList, word: number): boolean {
  const end = words.ends[word - 1] ?? 0
  const start = words.starts[word] ?? 0
  return start - end <= LONGEST_GAP && NEAR.test(text.slice(end, start))
}

function areJoined(text: string, words: WordList, first: number, last: number): boolean {
  for (let word = first + 1; word <= last; word += 1) {
    if (!JOINT.test(text.slice(words.ends[word - 1], words.starts[word]))) return false
  }
  return true
}
