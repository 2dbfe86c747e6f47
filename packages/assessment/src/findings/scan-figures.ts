import type { FindingCounts, Verdict } from '../model/assessment.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { coverageOf, UNREAD } from './coverage.ts'
import { countsOf } from './findings.ts'
import type { Assessment } from './judge-detections.ts'

/** What of a scan is kept when its findings are not: enough for a trend, and never a verdict without its coverage. */
interface ScanFigures extends Omit<FindingCounts, 'count'> {
  readonly verdict: Verdict
  readonly filesRead: number
  /** Could not be read, left out by ignore files, or in a language that no reader understands. */
  readonly filesNotAssessed: number
  /** Folders that ignore files leave out; how many files lie in them is not known. */
  readonly foldersIgnored: number
  /** Calls of libraries that are known, with an algorithm that the code does not tell. */
  readonly unresolvedCalls: number
}

/** The figures of a scan, all of them of product and tests together. */
export function figuresOfScan(assessment: Assessment): ScanFigures {
  const { filesRead, leftOut, ignored, byText, notUnderstood, unresolved } = coverageOf(assessment)
  const unread = UNREAD.reduce((count, reason) => count + (leftOut[reason] ?? 0), 0)
  const { count: _, ...risks } = countsOf(assessment.uses)
  return {
    verdict: cnsaVerdictOf(assessment).verdict,
    ...risks,
    filesRead,
    filesNotAssessed: unread + ignored.files + byText.files + notUnderstood.files,
    foldersIgnored: ignored.folders,
    unresolvedCalls: unresolved.reduce((sum, { count }) => sum + count, 0),
  }
}
