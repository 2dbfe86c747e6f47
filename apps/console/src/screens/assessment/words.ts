import type { Coverage, Project, RiskLevel, ScanFigures, Verdict } from '../../api/assessment.ts'
import type { Tone } from '../../design/chip.tsx'

type VerdictWord = Verdict['verdict']

/** What a verdict says, and how loud. */
export const VERDICT_WORDS: Readonly<Record<VerdictWord, { readonly title: string; readonly tone: Tone }>> = {
  Compliant: { title: 'Complies with CNSA 2.0', tone: 'good' },
  NonCompliant: { title: 'Does not comply with CNSA 2.0', tone: 'danger' },
  Indeterminate: { title: 'Not known whether it complies', tone: 'warn' },
}

/** What a quantum computer does to a use of cryptography; from the worst. */
export const RISK_WORDS: Readonly<Record<RiskLevel, { readonly label: string; readonly tone: Tone }>> = {
  QuantumBroken: { label: 'Broken', tone: 'danger' },
  QuantumVulnerable: { label: 'Vulnerable', tone: 'warn' },
  Mitigable: { label: 'Mitigable', tone: 'info' },
  QuantumSafe: { label: 'Safe', tone: 'good' },
}

/** `KeyAgreement` as `key agreement`. */
export function roleWords(role: string): string {
  return role.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
}

/** `1 file`, `2,000 files`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`
}

/** What the latest scan of a project rests on, in one line; and whether that is all of the project. */
export function coverageOfScan(figures: ScanFigures): { text: string; isWhole: boolean } {
  const missing = [
    ...some(figures.filesNotAssessed, 'not assessed'),
    ...some(figures.foldersIgnored, 'folder ignored', 'folders ignored'),
    ...some(figures.unresolvedCalls, 'call unresolved', 'calls unresolved'),
  ]
  const read = `${counted(figures.filesRead, 'file')} read`
  return {
    text: [read, ...(missing.length === 0 ? ['none left out'] : missing)].join(', '),
    isWhole: missing.length === 0,
  }
}

function some(count: number, word: string, words = word): string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? word : words}`]
}

/** Something that the verdict does not speak of. */
interface Uncovered {
  readonly text: string
  /** Where, or which: places, languages, reasons. */
  readonly detail?: string
}

const REASONS: Readonly<Record<string, string>> = {
  'too-large': 'too large',
  unreadable: 'not readable',
  binary: 'not text',
  'special-file': 'no regular file',
  symlink: 'symbolic link',
  'too-deep': 'too deep in folders',
  'parse-failed': 'the parser failed',
  'link-failed': 'links to other files failed',
  'time-limit': 'out of time',
}

/** All that was not looked at or not understood; empty only where the scan speaks of the whole project. */
export function uncoveredOf(coverage: Coverage, upload?: Project['upload']): Uncovered[] {
  const { leftOut, ignored, byText, notUnderstood, archives, binaries, unresolved, open } = coverage
  const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0)
  const calls = unresolved.reduce((sum, { count }) => sum + count, 0)
  const places = unresolved.flatMap((one) => one.places)
  const one = (count: number, text: string, detail?: string): Uncovered[] =>
    count === 0 ? [] : [{ text, ...(detail === undefined || detail === '' ? {} : { detail }) }]
  return [
    ...one(left, `${counted(left, 'file or folder', 'files or folders')} could not be read`, reasonsText(leftOut)),
    ...one(ignored.files + ignored.folders, ignoredText(ignored)),
    ...one(upload?.leftOut ?? 0, `${counted(upload?.leftOut ?? 0, 'file')} left out of the upload by whoever sent it`),
    ...one(upload?.links ?? 0, `${counted(upload?.links ?? 0, 'symbolic link')} of the upload not followed`),
    ...one(
      notUnderstood.files,
      `${counted(notUnderstood.files, 'file')} in languages that no reader understands`,
      languagesText(coverage, 'notUnderstood'),
    ),
    ...one(
      byText.files,
      `${counted(byText.files, 'file')} only compared with patterns, which shows presence and never absence`,
      languagesText(coverage, 'byText'),
    ),
    ...one(
      open.count,
      `${counted(open.count, 'file')} of those name cryptography that was not assessed`,
      open.files.slice(0, SHOWN).join(', '),
    ),
    ...one(
      calls,
      `${counted(calls, 'call')} with an algorithm that the code does not tell`,
      places.slice(0, SHOWN).join(', '),
    ),
    ...one(archives.files, `${counted(archives.files, 'archive')} not looked into`),
    ...one(binaries.files, `${counted(binaries.files, 'compiled program')} not looked into`),
  ]
}

const SHOWN = 3

function ignoredText({ files, folders }: Coverage['ignored']): string {
  const parts = [
    ...(files === 0 ? [] : [counted(files, 'file')]),
    ...(folders === 0 ? [] : [counted(folders, 'folder')]),
  ]
  return `${parts.join(' and ')} left out by ignore files of the project`
}

function reasonsText(leftOut: Coverage['leftOut']): string {
  return Object.entries(leftOut)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${REASONS[reason] ?? reason} (${count.toLocaleString('en')})`)
    .join(', ')
}

function languagesText({ languages }: Coverage, reading: Coverage['languages'][number]['reading']): string {
  return languages
    .filter((one) => one.reading === reading)
    .map(({ language }) => language)
    .slice(0, SHOWN)
    .join(', ')
}

/** Of all bytes of source, those that a reader understands: 0 to 1; undefined where there is no source. */
export function shareUnderstood({ understood, byText, notUnderstood }: Coverage): number | undefined {
  const all = understood.bytes + byText.bytes + notUnderstood.bytes
  return all === 0 ? undefined : understood.bytes / all
}
