import type { Bracket, Token } from './tokens.ts'

/** A change to the text that keeps its length. */
export interface Edit {
  readonly start: number
  readonly end: number
  /** Stands at the start; the rest becomes blank, and lines stay. */
  readonly text: string
}

/** What stands between two directives of a conditional group. */
export interface Branch {
  /** The directive before it. */
  readonly start: number
  readonly end: number
  readonly before: Bracket | undefined
  after: Bracket | undefined
  /** Closing brackets whose opening ones stand before the branch. */
  readonly closes: { readonly at: number; readonly depth: number }[]
  low: number
  first: Token | undefined
  last: Token | undefined
  readonly words: Token[]
}

/** `#if`, its `#elif`s and `#else`, up to `#endif`. */
export interface Group {
  readonly before: Token | undefined
  readonly branches: Branch[]
  /** `#if 0`: what is left stands alone. */
  readonly isDead: boolean
}
