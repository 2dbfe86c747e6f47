import { words } from '../phrases.ts'

/** A text, then the values that it holds, in their order. */
export type Match = readonly [text: string, ...values: string[]]

/** What a recognizer finds, and what it leaves alone though it looks alike. */
export interface CaseTable {
  readonly matches: readonly Match[]
  readonly nearMisses: readonly string[]
}

/** One row for each word of a list. */
export function eachWord<Row>(list: string, row: (word: string) => Row): readonly Row[] {
  return words(list).map(row)
}
