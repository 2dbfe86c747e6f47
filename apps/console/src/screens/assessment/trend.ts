import type { ScanFigures, ScanRecord } from '../../api/assessment.ts'

/** A scan that came to its end, with what it rests on. */
export interface TrendPoint extends Omit<ScanRecord, 'figures'> {
  readonly figures: ScanFigures
}

/** The completed scans of a project, the oldest first. A failed one has no figures that say anything. */
export function trendOf(history: readonly ScanRecord[], path: string): TrendPoint[] {
  return history
    .flatMap((scan) =>
      scan.path === path && scan.status === 'completed' && scan.figures !== undefined
        ? [{ ...scan, figures: scan.figures }]
        : [],
    )
    .toReversed()
}

/** The scores of the completed scans of a project, the oldest first. */
export function scoresOf(history: readonly ScanRecord[], path: string): number[] {
  return trendOf(history, path).map(({ score }) => score)
}
