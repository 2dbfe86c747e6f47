/** Text, or the tokens of what is put into it. */
export type TextPart = string | readonly SwiftToken[]

export interface SwiftToken {
  readonly kind: 'word' | 'number' | 'text' | 'mark'
  readonly text: string
  readonly start: number
  readonly end: number
  /** A line ends before it. */
  readonly isFirst: boolean
  readonly spaceBefore: boolean
  /** Of an opening bracket: how many tokens further its closing one is. */
  skip?: number
  readonly parts?: readonly TextPart[]
}
