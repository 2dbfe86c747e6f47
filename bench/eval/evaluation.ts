import type { Row } from './read-rows.ts'

/** One line of a result table: a name and its figures. */
export type Figures = Readonly<Record<string, number | string>>

/** What an evaluation measures of one file, or of all. */
export interface Result {
  readonly tables: readonly { readonly title: string; readonly rows: readonly Figures[] }[]
  readonly json: Readonly<Record<string, unknown>>
}

/** A named evaluation: it takes rows one by one and sums them up. */
export interface Evaluation {
  /** Judges one row. Rejects with the row's place where its format is wrong. */
  take(row: Row, file: string): Promise<void>
  result(): Result
}

/** A ratio in thousandths; absent where there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000
}

/** A ratio as people read it. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`
}
