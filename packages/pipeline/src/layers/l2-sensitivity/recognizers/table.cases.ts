import { phrases, words } from '../phrases.ts'

/** A text, then the values that it holds, in their order. */
export type Match = readonly [text: string, ...values: string[]]

/** The name of the member that holds a text, then as `Match`. */
export type LabelledMatch = readonly [label: string, ...Match]

/** What a recognizer finds, and what it leaves alone though it looks alike. */
export interface CaseTable {
  readonly matches: readonly Match[]
  readonly nearMisses: readonly string[]
  readonly underLabels?: readonly LabelledMatch[]
}

/** One row for each word of a list. */
export function eachWord<Row>(list: string, row: (word: string) => Row): readonly Row[] {
  return words(list).map(row)
}

/** One row for each phrase of a list with bars between them. */
export function eachPhrase<Row>(list: string, row: (phrase: string) => Row): readonly Row[] {
  return phrases(list).map(row)
}
