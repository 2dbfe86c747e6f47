import type { Row } from './read-rows.ts'

/** One line of a result table: a name and its figures. */
export type Figures = Readonly<Record<string, number | string>>

/** What an evaluation measures of one file, or of all. */
export interface Result {
  readonly tables: readonly { readonly title: string; readonly rows: readonly Figures[] }[]
  readonly json: Readonly<Record<string, unknown>>
  /** Whether something is not as a mark says; an evaluation that only measures never fails. */
  readonly isFailed?: boolean
}

/** A named evaluation: it takes rows one by one and sums them up. */
export interface Evaluation {
  /** Judges one row. Rejects with the row's place where its format is wrong. */
  take(row: Row, file: string): Promise<void>
  result(): Result | Promise<Result>
}

/** A ratio in thousandths; absent where there is nothing to divide by. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000
}

/** A ratio as people read it. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`
}

/** 97.5th percentile of the normal distribution: 95 of 100 intervals hold the true share. */
const Z_95 = 1.959963984540054

/**
 * The 95 % interval of a share that was counted, 0 to 1: E. B. Wilson, Probable Inference, the Law of Succession, and
 * Statistical Inference, J. Amer. Statist. Assoc. 22 (1927). `null` where nothing was counted.
 */
export function wilsonInterval(part: number, whole: number): readonly [low: number, high: number] | null {
  if (whole === 0) return null
  const share = part / whole
  const z2 = Z_95 * Z_95
  const middle = share + z2 / (2 * whole)
  const half = Z_95 * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole * whole))
  const scale = 1 + z2 / whole
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)]
}

/** `95.2 % (92.1-97.3)`, the share and its 95 % interval; `-` where nothing was counted. */
export function percentWithInterval(part: number, whole: number): string {
  const interval = wilsonInterval(part, whole)
  if (interval === null) return '-'
  return `${percent(part, whole)} (${interval.map((end) => (end * 100).toFixed(1)).join('-')})`
}
