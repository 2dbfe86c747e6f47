import { languagesText, skippedText, unresolvedText } from '../findings/coverage.ts'
import { counted } from '../findings/describe.ts'
import type { Assessment } from '../findings/judge-detections.ts'

/** What was not read, in a sentence or several for people; empty where all of the project was. */
export function coverageText({ outcome: { statistics } }: Pick<Assessment, 'outcome'>): string {
  const { skipped, ignored, filesRead, sources, unresolved } = statistics
  const { archives, binaries, open } = sources
  const hidden = [
    ...(ignored.files > 0 ? [counted(ignored.files, 'file')] : []),
    ...(ignored.folders > 0 ? [counted(ignored.folders, 'folder')] : []),
  ]
  return [
    ...(filesRead === 0 ? ['No file was read.'] : []),
    ...sentence('Left out', skippedText(skipped)),
    ...sentence('Looked at by text only', languagesText(statistics, ['byText'])),
    ...sentence('In languages that are not understood', languagesText(statistics, ['notUnderstood'])),
    ...(open.count > 0 ? [`Of those, ${counted(open.count, 'file')} may use cryptography that was not assessed.`] : []),
    ...sentence('Calls whose algorithm is not known', unresolvedText(unresolved)),
    ...sentence('Not looked into', closedText(archives.files, binaries.files)),
    ...(hidden.length > 0 ? [`Ignored by .gitignore or .ignore: ${hidden.join(' and ')}.`] : []),
  ].join(' ')
}

/** Which languages the project's source is in that are understood; empty without any. */
export function understoodText({ outcome: { statistics } }: Pick<Assessment, 'outcome'>): string {
  return sentence('Understood', languagesText(statistics, ['understood'])).join('')
}

function sentence(title: string, text: string): string[] {
  return text === '' ? [] : [`${title}: ${text}.`]
}

function closedText(archives: number, programs: number): string {
  return [
    ...(archives > 0 ? [counted(archives, 'archive')] : []),
    ...(programs > 0 ? [counted(programs, 'compiled program')] : []),
  ].join(' and ')
}
