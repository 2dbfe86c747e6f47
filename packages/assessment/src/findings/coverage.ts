import { type ComplianceGap, type Coverage, PARTS, type Part } from '../model/assessment.ts'
import {
  type FileCount,
  type Reading,
  type ScanStatistics,
  SKIP_REASONS,
  type SkipReason,
  type UnresolvedCalls,
} from '../model/detection.ts'
import { counted } from './describe.ts'
import type { Assessment } from './judge-detections.ts'

/**
 * Reasons that leave content unread. The others are no content of the project: what a link leads to is scanned where it
 * lies, or is not the project's, and sockets or devices hold no code.
 */
export const UNREAD: readonly SkipReason[] = [
  'too-large',
  'unreadable',
  'binary',
  'too-deep',
  'parse-failed',
  'link-failed',
  'time-limit',
]

/**
 * Of a project's source, in bytes, so much may be in languages that no reader understands: more, and the scan does not
 * speak of the project. The choice of this project; docs/assessment/risk-model.md.
 */
const MAX_SHARE_NOT_UNDERSTOOD = 0.05

type Outcome = Pick<Assessment, 'outcome'>

/** What a scan read, left out and ignored, and how far the languages of the project's source are understood. */
export function coverageOf({ outcome: { statistics } }: Outcome): Coverage {
  const { filesRead, skipped, ignored, sources, unresolved } = statistics
  return {
    filesRead,
    leftOut: skipped,
    ignored,
    understood: countOf(statistics, ['understood']),
    byText: countOf(statistics, ['byText']),
    notUnderstood: countOf(statistics, ['notUnderstood']),
    ...sources,
    unresolved,
  }
}

/** The coverage as a member of a document. */
export function coverageMember(assessment: Outcome): { readonly coverage: Coverage } {
  return { coverage: coverageOf(assessment) }
}

/**
 * Whether the scan speaks of the whole project, or of all of a part: something was read, nothing that may hold code was
 * not, its languages are understood, and so is what it hands to libraries.
 */
export function isConclusive(assessment: Outcome, part?: Part): boolean {
  const { unresolved } = assessment.outcome.statistics
  const isOpen = unresolved.some((one) => part === undefined || one.part === part)
  return !isOpen && unreadGapsOf(assessment).length === 0
}

/** What the scan cannot speak of, each with what to do about it; none where it speaks of the whole project. */
export function coverageGapsOf(assessment: Outcome): readonly ComplianceGap[] {
  return [...unreadGapsOf(assessment), ...PARTS.flatMap((part) => unresolvedGapOf(assessment, part))]
}

const partWords: Readonly<Record<Part, string>> = { product: '', test: ' in tests' }

/** One gap for all calls of a part, so that their number stays bounded. */
function unresolvedGapOf({ outcome: { statistics } }: Outcome, part: Part): readonly ComplianceGap[] {
  const some = statistics.unresolved.filter((one) => one.part === part)
  const count = some.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return []
  const places = some.flatMap((one) => one.places).slice(0, MAX_NAMED_FILES)
  const text =
    `The algorithm of ${counted(count, 'call')}${partWords[part]} is not known: ${unresolvedText(some)} ` +
    `(${places.join(', ')}${count > places.length ? ', ...' : ''}).`
  return [gapOf(text, 'Find out which algorithms are handed over there, also by configuration.')]
}

/** `JCA 9, OpenSSL 2`: those with the most calls first; empty without any. */
export function unresolvedText(unresolved: readonly UnresolvedCalls[]): string {
  const byLibrary = new Map<string, number>()
  for (const { library, count } of unresolved) byLibrary.set(library, (byLibrary.get(library) ?? 0) + count)
  const named = [...byLibrary].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, MAX_NAMED_LIBRARIES)
  const more = byLibrary.size - named.length
  return `${named.map(([library, count]) => `${library} ${count}`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MAX_NAMED_LIBRARIES = 8

/** What was not read, or is in a language that is not understood. */
function unreadGapsOf({ outcome: { status, statistics } }: Outcome): readonly ComplianceGap[] {
  const { filesRead, skipped, sources } = statistics
  const unread = UNREAD.reduce((count, reason) => count + (skipped[reason] ?? 0), 0)
  const gaps: ComplianceGap[] = []
  if (status !== 'completed') {
    gaps.push(gapOf('A limit ended the scan before its end.', 'Scan again with a higher limit.'))
  }
  if (filesRead === 0) {
    gaps.push(gapOf('Nothing was assessed: no file was read.', 'Scan the folder that holds the source code.'))
  }
  if (unread > 0) {
    const text = `${counted(unread, 'file or folder', 'files or folders')} could not be read: ${skippedText(skipped, UNREAD)}.`
    gaps.push(gapOf(text, 'Look through them by other means.'))
  }
  const share = shareNotUnderstood(statistics)
  if (share > MAX_SHARE_NOT_UNDERSTOOD) {
    const languages = languagesText(statistics, ['notUnderstood', 'byText'])
    const text = `${percentText(share)} of the source is in languages that no reader understands: ${languages}.`
    gaps.push(gapOf(text, REVIEW))
  }
  if (sources.open.count > 0) {
    const { count, files } = sources.open
    const named = files.slice(0, MAX_NAMED_FILES).join(', ')
    const text =
      `${counted(count, 'file')} in languages that no reader understands ${count === 1 ? 'names' : 'name'} ` +
      `cryptography that was not assessed (${named}${count > MAX_NAMED_FILES ? ', ...' : ''}).`
    gaps.push(gapOf(text, REVIEW))
  }
  return gaps
}

const skipWords: Readonly<Record<SkipReason, string>> = {
  'too-large': 'too large',
  unreadable: 'not readable',
  binary: 'not text',
  'special-file': 'no regular file',
  symlink: 'symbolic link',
  'too-deep': 'too deep in folders',
  'parse-failed': 'parser failed',
  'link-failed': 'links to other files failed',
  'time-limit': 'out of time',
}

/** `too large (1,200), symbolic link (3)`: why how many files or folders were left out; empty where none was. */
export function skippedText(skipped: ScanStatistics['skipped'], reasons: readonly SkipReason[] = SKIP_REASONS): string {
  return reasons
    .flatMap((reason) => {
      const count = skipped[reason] ?? 0
      return count === 0 ? [] : [`${skipWords[reason]} (${count.toLocaleString('en-US')})`]
    })
    .join(', ')
}

const MAX_NAMED_FILES = 3
const REVIEW = 'Review these files by hand, or scan without them where they are not part of the product.'

/** What is not known has no algorithm. */
function gapOf(gapDescription: string, recommendedAction: string): ComplianceGap {
  return { algorithm: 'Unknown', gapDescription, recommendedAction }
}

/** Of all bytes of source, those in languages that no reader understands: 0 to 1; 0 without source. */
function shareNotUnderstood(statistics: Pick<ScanStatistics, 'sources'>): number {
  const all = countOf(statistics, ['understood', 'byText', 'notUnderstood']).bytes
  return all === 0 ? 0 : countOf(statistics, ['byText', 'notUnderstood']).bytes / all
}

function countOf({ sources }: Pick<ScanStatistics, 'sources'>, readings: readonly Reading[]): FileCount {
  const some = sources.languages.filter(({ reading }) => readings.includes(reading))
  return {
    files: some.reduce((sum, { files }) => sum + files, 0),
    bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const MAX_NAMED_LANGUAGES = 8

/** `perl (12 files), scala (1 file)`: those with the most bytes first; empty without any. */
export function languagesText({ sources }: Pick<ScanStatistics, 'sources'>, readings: readonly Reading[]): string {
  const some = sources.languages.filter(({ reading }) => readings.includes(reading))
  const named = some
    .slice(0, MAX_NAMED_LANGUAGES)
    .map(({ language, files }) => `${language} (${counted(files, 'file')})`)
  const more = some.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** `7 %`; never 0 for what is there. */
function percentText(share: number): string {
  return share > 0 && share < 0.01 ? 'less than 1 %' : `${Math.round(share * 100)} %`
}
