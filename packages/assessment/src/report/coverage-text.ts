import type { Assessment } from '../findings/assess.ts'
import { counted } from '../findings/describe.ts'
import { numberText } from './tallies.ts'

/** What was not read, in a sentence or several for people; empty where all of the project was. */
export function coverageText({ outcome: { statistics } }: Pick<Assessment, 'outcome'>): string {
  const { skipped, ignored, filesRead } = statistics
  const reasons = Object.entries(skipped).map(([reason, count]) => `${reason} ${numberText(count)}`)
  const hidden = [
    ...(ignored.files > 0 ? [counted(ignored.files, 'file')] : []),
    ...(ignored.folders > 0 ? [counted(ignored.folders, 'folder')] : []),
  ]
  return [
    ...(filesRead === 0 ? ['No file was read.'] : []),
    ...(reasons.length > 0 ? [`Left out: ${reasons.join(', ')}.`] : []),
    ...(hidden.length > 0 ? [`Ignored by .gitignore or .ignore: ${hidden.join(' and ')}.`] : []),
  ].join(' ')
}
