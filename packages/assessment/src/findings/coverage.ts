import type { Coverage } from '../model/assessment.ts'
import type { ScanStatistics, SkipReason } from '../model/detection.ts'
import type { Assessment } from './assess.ts'

/**
 * Reasons that leave content unread. The others are no content of the project: what a link leads to is scanned where it
 * lies, or is not the project's, and sockets or devices hold no code.
 */
const UNREAD: readonly SkipReason[] = ['too-large', 'unreadable', 'binary', 'too-deep', 'parse-failed', 'time-limit']

type Outcome = Pick<Assessment, 'outcome'>

/** What a scan read, left out and ignored. */
export function coverageOf({ outcome: { statistics } }: Outcome): Coverage {
  return { filesRead: statistics.filesRead, leftOut: statistics.skipped, ignored: statistics.ignored }
}

/** The coverage as a member of a document; no member where all of the project was read. */
export function coverageMember(assessment: Outcome): { readonly coverage?: Coverage } {
  const { skipped, ignored } = assessment.outcome.statistics
  const isWhole = Object.keys(skipped).length === 0 && ignored.files === 0 && ignored.folders === 0
  return isWhole && isConclusive(assessment) ? {} : { coverage: coverageOf(assessment) }
}

/** Whether the scan speaks of the whole project: something was read, and nothing that may hold code was not. */
export function isConclusive({ outcome }: Outcome): boolean {
  return outcome.status === 'completed' && outcome.statistics.filesRead > 0 && unreadCount(outcome.statistics) === 0
}

/** How many files and folders with content were left out, and limits that ended the scan. */
function unreadCount({ skipped }: Pick<ScanStatistics, 'skipped'>): number {
  return UNREAD.reduce((count, reason) => count + (skipped[reason] ?? 0), 0)
}
