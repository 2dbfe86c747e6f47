import type { SwiftToken } from './token.ts'

/** Deeper expressions and blocks are stepped over: no reader nests so deep, and nothing may exhaust the stack. */
const MAX_DEPTH = 150

const END: SwiftToken = { kind: 'mark', text: '', start: 0, end: 0, isFirst: true, spaceBefore: true }

/** A place in a list of tokens. It only ever moves on, but for short looks ahead that are bounded. */
export class Cursor {
  readonly #tokens: readonly SwiftToken[]
  #i = 0
  #depth = 0

  constructor(tokens: readonly SwiftToken[]) {
    this.#tokens = tokens
  }

  get place(): number {
    return this.#i
  }

  get isAtEnd(): boolean {
    return this.#i >= this.#tokens.length
  }

  /** The token so many further on. */
  peek(ahead = 0): SwiftToken {
    return this.#tokens[this.#i + ahead] ?? END
  }

  next(): SwiftToken {
    const token = this.peek()
    this.#i += 1
    return token
  }

  /** Whether a mark or a word stands here. */
  sees(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.text === text && token.kind !== 'text'
  }

  /** Steps over a mark or a word, if it stands here. */
  takes(text: string): boolean {
    if (!this.sees(text)) return false
    this.#i += 1
    return true
  }

  seesWord(ahead = 0): boolean {
    return this.peek(ahead).kind === 'word'
  }

  /** Whether this token stands on the line of the one before. */
  get isSameLine(): boolean {
    return !this.peek().isFirst
  }

  /** The place behind the bracket that closes the one here. */
  get closing(): number {
    return this.#i + (this.peek().skip ?? 0)
  }

  moveTo(place: number): void {
    this.#i = Math.max(this.#i, Math.min(place, this.#tokens.length))
  }

  /** Goes back to a place; only for looks ahead of a bounded length. */
  returnTo(place: number): void {
    this.#i = place
  }

  /** Steps over the bracket here and all that is in it; over one token where there is none. */
  skipGroup(): void {
    this.moveTo(Math.max(this.closing, this.#i) + 1)
  }

  /** Steps on to one of some marks on this level, but not over a closing bracket. */
  skipUntil(...marks: readonly string[]): void {
    while (!this.isAtEnd && !marks.some((mark) => this.sees(mark)) && !/^[)\]}]$/.test(this.peek().text)) {
      this.skipGroup()
    }
  }

  /** Does work one level deeper; gives the fallback, having stepped over a group, where it is too deep. */
  deeper<T>(work: () => T, fallback: T): T {
    if (this.#depth >= MAX_DEPTH) {
      this.skipGroup()
      return fallback
    }
    this.#depth += 1
    try {
      return work()
    } finally {
      this.#depth -= 1
    }
  }

  /** Repeats work until the place `end` is reached; goes on by one token where the work does not. */
  each(end: number, work: () => void): void {
    while (this.#i < end && !this.isAtEnd) {
      const before = this.#i
      work()
      if (this.#i <= before) this.#i = before + 1
    }
  }
}
