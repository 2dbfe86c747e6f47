import { amountsIn } from '../../../amounts/index.ts'
import { type Context, matchesOf, type Span, spanMaker } from '../recognizer.ts'
import { type DigitGroup, type DigitRun, digitsBetween } from './digit-runs.ts'

/** ISO/IEC 7812-1: 12 (Maestro) to 19 digits. */
export const MIN_DIGITS = 12
export const MAX_DIGITS = 19

/** A text, and what stands in it. */
export interface Reading {
  readonly text: string
  readonly context: Context
  readonly runs: readonly DigitRun[]
}

/** What the forms ask of a number. */
export interface CardTests {
  readonly cardAt: (text: string, start: number, end: number, context: Context) => Span | undefined
  /** Whether digits alone are a card's: of an issuer's range and length, with the right check digit. */
  readonly isIssued: (digits: string) => boolean
  /** Whether a word for cards right before says what the number is. */
  readonly isBesideWord: (text: string, start: number, context: Context) => boolean
  /** Whether what stands around digits says that they are none. */
  readonly isVetoed: (text: string, start: number, end: number) => boolean
}

/** A way to write a number; finds the numbers of a text that are written so. */
export type CardForm = (reading: Reading, tests: CardTests) => readonly Span[]

/** Groups of digits as they are printed on cards. */
const PRINTED: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
]
const FIRST_SIZE = 4
/** What people, tables, arrays and line breaks put between them. */
const GAP = /^(?:(?:[ ./_,|:;*\u00b7\u2022\t+()[\]{}<>"'-]|\r\n?|\n){1,4}|x)$/
const MAX_GAP = 4
/** Between numbers of a list, too. */
const LIST_GAP = /[,|:;*\u00b7\u2022\t]| {3}/

export const cardSpan = spanMaker('CREDIT_CARD', 'credit-card', true)

/** Digits alone or in groups, with one space or dash between groups. */
export function inDigitRuns({ text, context, runs }: Reading, { cardAt }: CardTests): readonly Span[] {
  const spans: Span[] = []
  for (const run of runs) {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined || last.end - first.start < MIN_DIGITS) continue
    const whole = cardAt(text, withoutZeros(text, first), last.end, context)
    if (whole === undefined) for (const found of cardsWithin(text, run, context, cardAt)) spans.push(found)
    else spans.push(whole)
  }
  return spans
}

/** Cards among other numbers (`12 4111 1111 1111 1111 123`): windows of whole groups of three digits or more. */
function cardsWithin(text: string, run: DigitRun, context: Context, cardAt: CardTests['cardAt']): readonly Span[] {
  const spans: Span[] = []
  for (const [from, first] of run.entries()) {
    if (first.start < (spans.at(-1)?.end ?? 0)) continue
    const start = withoutZeros(text, first)
    let digits = first.start - start
    let found: Span | undefined
    for (let to = from; to < run.length && to - from < 6; to += 1) {
      const group = run[to] ?? first
      const size = group.end - group.start
      digits += size
      if (size < 3 || digits > MAX_DIGITS) break
      if (digits >= MIN_DIGITS) found = cardAt(text, start, group.end, context) ?? found
    }
    if (found !== undefined) spans.push(found)
  }
  return spans
}

/** Where a number begins that was filled up with zeros. */
function withoutZeros(text: string, { start, end }: DigitGroup): number {
  let first = start
  while (end - first > MIN_DIGITS && text.charAt(first) === '0') first += 1
  return first
}

/** Groups as on a card that no digit run holds together. */
export function inPrintedGroups({ text, context, runs }: Reading, { cardAt }: CardTests): readonly Span[] {
  if (runs.length < 2) return []
  const spans: Span[] = []
  const groups = runs.flat()
  for (const [at, first] of groups.entries()) {
    if (!isOfSize(first, FIRST_SIZE) || (groups[at + 1]?.start ?? text.length) - first.end > MAX_GAP) continue
    const printed = PRINTED.find((sizes) => sizes.every((size, i) => isOfSize(groups[at + i], size)))
    const last = printed === undefined ? undefined : groups[at + printed.length - 1]
    if (printed === undefined || last === undefined) continue
    const gaps = gapsBetween(text, groups.slice(at, at + printed.length))
    if (gaps.every(isRunGap) || !gaps.every((gap) => GAP.test(gap)) || isList(text, groups, at, gaps)) continue
    const found = cardAt(text, first.start, last.end, context)
    if (found !== undefined) spans.push(found)
  }
  return spans
}

/** Whether groups are numbers of a list: different signs between them, or one more number of four digits. */
function isList(text: string, groups: readonly DigitGroup[], at: number, gaps: readonly string[]): boolean {
  if (!gaps.some((gap) => LIST_GAP.test(gap))) return false
  if (gaps.some((gap) => gap !== gaps[0])) return true
  const goesOn = (from: number, other: number) =>
    isOfSize(groups[other], 4) && gapsBetween(text, groups.slice(from, from + 2))[0] === gaps[0]
  return (at > 0 && goesOn(at - 1, at - 1)) || goesOn(at + gaps.length, at + gaps.length + 1)
}

/** `4,111,111,111,111,111`: cards of 15, 16 and 19 digits in the groups that a program writes large numbers in. */
const THOUSANDS = /(?<![\p{L}\p{N}.,'])\d{1,3}([,.'\u2019_])\d{3}(?:\1\d{3}){3,5}(?![\p{N}_]|[.,'_]\p{N})/gu
const MIN_THOUSANDS = 15
/** A unit of something that is counted. */
const UNIT = /^ ?(?:%|(?:byte|time|user|transaction|payment|token|record)s?\b)/

/** Only behind a word for cards, because sums of money are written so. */
export function inThousands({ text, context }: Reading, { isIssued, isBesideWord }: CardTests): readonly Span[] {
  if (!/\d[,.'\u2019_]\d{3}[,.'\u2019_]\d/.test(text)) return []
  return matchesOf(text, THOUSANDS).flatMap(({ 0: number, index }) => {
    const end = index + number.length
    const digits = digitsBetween(text, index, end)
    if (digits.length < MIN_THOUSANDS || !isIssued(digits) || !isBesideWord(text, index, context)) return []
    return UNIT.test(text.slice(end, end + 16)) || isSum(text, index, end) ? [] : cardSpan(index, end, 0.8)
  })
}

/** How far a currency may stand from its number. */
const CURRENCY_REACH = 16

function isSum(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - CURRENCY_REACH)
  return amountsIn(text.slice(from, end + CURRENCY_REACH)).some(
    (sum) => sum.start + from < end && start < sum.end + from,
  )
}

/** As between the groups of one digit run. */
function isRunGap(gap: string): boolean {
  return gap === ' ' || gap === '-'
}

function isOfSize(group: DigitGroup | undefined, size: number): boolean {
  return group !== undefined && group.end - group.start === size
}

/** What stands between groups, as far as it is no longer than a gap. */
function gapsBetween(text: string, groups: readonly DigitGroup[]): readonly string[] {
  return groups.slice(1).map(({ start }, i) => text.slice(groups[i]?.end, start).slice(0, MAX_GAP + 1))
}

/** At most so many cards are looked for in one group of digits; a longer group is no row of cards. */
const MAX_TOGETHER = 4

/** `41111111111111115555555555554444`: groups that cards fill from end to end. */
export function writtenTogether({ text, runs }: Reading, { isIssued, isVetoed }: CardTests): readonly Span[] {
  const spans: Span[] = []
  for (const run of runs) {
    for (const { start, end } of run) {
      const size = end - start
      if (size < 2 * MIN_DIGITS || size > MAX_TOGETHER * MAX_DIGITS || isVetoed(text, start, end)) continue
      for (const card of cardsFilling(text.slice(start, end), start, isIssued)) spans.push(card)
    }
  }
  return spans
}

/** The cards that fill digits from end to end; none where a digit would be left over. */
function cardsFilling(digits: string, start: number, isIssued: CardTests['isIssued']): readonly Span[] {
  /** The cards that fill the first so many digits. */
  const filling: (readonly Span[] | undefined)[] = [[]]
  for (let end = MIN_DIGITS; end <= digits.length; end += 1) {
    for (let length = MIN_DIGITS; length <= MAX_DIGITS && filling[end] === undefined; length += 1) {
      const before = filling[end - length]
      if (before !== undefined && isIssued(digits.slice(end - length, end)))
        filling[end] = [...before, cardSpan(start + end - length, start + end, 1)]
    }
  }
  return filling[digits.length] ?? []
}
