import { isDigit, matchesOf } from '../recognizer.ts'

/** One unbroken group of digits. */
export interface DigitGroup {
  readonly start: number
  readonly end: number
}

/** Digit groups that stand together with nothing but one space or dash between them. */
export type DigitRun = readonly DigitGroup[]

const DIGITS = /\d+/g

/** Splits a text into its runs of digit groups. Linear. */
export function digitRuns(text: string): readonly DigitRun[] {
  const runs: DigitGroup[][] = []
  let run: DigitGroup[] = []
  for (const match of matchesOf(text, DIGITS)) {
    const group = { start: match.index, end: match.index + match[0].length }
    const before = run.at(-1)
    if (before !== undefined && !isSeparator(text, before.end, group.start)) {
      runs.push(run)
      run = []
    }
    run.push(group)
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** The digits between two places, separators left out. */
export function digitsBetween(text: string, start: number, end: number): string {
  let digits = ''
  for (let i = start; i < end; i += 1) if (isDigit(text.charCodeAt(i))) digits += text.charAt(i)
  return digits
}

function isSeparator(text: string, from: number, to: number): boolean {
  if (to - from !== 1) return false
  const between = text.charAt(from)
  return between === ' ' || between === '-'
}
