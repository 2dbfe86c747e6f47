import { anyOf, words } from '../phrases.ts'
import {
  type Context,
  isAlphanumeric,
  labelledTexts,
  matchesOf,
  type Recognizer,
  type Span,
  spanMaker,
  wordsBefore,
} from '../recognizer.ts'
import { type DigitGroup, type DigitRun, digitRuns, digitsBetween } from './digit-runs.ts'

/** ISO/IEC 7812-1: 12 (Maestro) to 19 digits. */
const MIN_DIGITS = 12
const MAX_DIGITS = 19

/** Numbers that begin with `from` to `to`, of some lengths. */
interface IssuerRange {
  readonly network: string
  readonly from: string
  readonly to: string
  readonly lengths: readonly number[]
}

type Form = (text: string, context: Context, tests: CardTests) => readonly Span[]
type NumberVeto = (text: string, start: number, end: number) => boolean

/** What the forms ask of a number. */
interface CardTests {
  readonly cardAt: (text: string, start: number, end: number, context: Context) => Span | undefined
  /** Whether digits alone are a card's: of an issuer's range and length, with the right check digit. */
  readonly isIssued: (digits: string) => boolean
}

interface CreditCardParts {
  readonly ranges: readonly IssuerRange[]
  /** Beside one of these words, a number outside every issuer range counts too. */
  readonly contextWords: readonly string[]
  readonly unspacedContextWords: readonly string[]
  readonly forms: readonly Form[]
  /** Each must hold. */
  readonly checks: readonly ((digits: string) => boolean)[]
  /** None may hold. */
  readonly vetoes: readonly NumberVeto[]
  /** None may hold of a number outside every issuer range. */
  readonly vetoesOutsideRanges: readonly NumberVeto[]
}

/**
 * Issuer identification ranges and lengths by network
 * (https://en.wikipedia.org/wiki/Payment_card_number#Issuer_identification_number_(IIN)).
 */
const RANGES: readonly IssuerRange[] = [
  ...network('visa', '4', '13 16 19'),
  ...network('mastercard', '51-55 2221-2720', '16'),
  ...network('american-express', '34 37', '15'),
  ...network('diners-club', '300-305 3095 36 38-39', '14 15 16 17 18 19'),
  ...network('discover', '6011 644-649 65', '16 17 18 19'),
  ...network('jcb', '3528-3589', '16 17 18 19'),
  ...network('jcb', '1800 2131', '15'),
  ...network('unionpay', '62 81', '16 17 18 19'),
  ...network('maestro', '5018 5020 5038 56-58 6304 67', '12 13 14 15 16 17 18 19'),
  ...network('dankort', '5019', '16'),
  ...network('mir', '2200-2204', '16 17 18 19'),
  ...network('rupay', '60 82 508', '16'),
]

function network(name: string, prefixes: string, lengths: string): readonly IssuerRange[] {
  return words(prefixes).map((prefix) => {
    const [from = '', to = from] = prefix.split('-')
    return { network: name, from, to, lengths: words(lengths).map(Number) }
  })
}

/** What people, tables and line breaks put between the groups that are printed on a card. */
const GAP = '(?:[ ./_,|:;*\u00b7\u2022\\t-]|\\r?\\n){1,3}'
const PRINTED = new RegExp(`(?<!\\d)\\d{4}(?=((?:${GAP}\\d{4}){3}|${GAP}\\d{6}${GAP}\\d{4,5})(?!\\d))`, 'g')
/** Between numbers of a list, too. */
const LIST_GAP = /[,|:;*\u00b7\u2022\t]| {3}/

const LABELLED = /^\d[\d -]{10,36}\d(?!\w)/

export const CREDIT_CARD: CreditCardParts = {
  ranges: RANGES,
  contextWords: words(
    'card credit debit visa mastercard amex maestro diners jcb pan cc kreditkarte karte carte tarjeta carta',
  ),
  unspacedContextWords: ['卡'],
  forms: [inDigitRuns, inPrintedGroups, writtenTogether, underLabel],
  checks: [passesLuhn, hasTwoDigits],
  vetoes: [isFraction, isInHash],
  vetoesOutsideRanges: [besideLetters],
}

const span = spanMaker('CREDIT_CARD', 'credit-card', true)

/**
 * Payment card numbers: an issuer range, a length of that network and the Luhn check digit (ISO/IEC 7812-1, annex B),
 * written plainly or in groups, beside letters or not. Numbers outside every issuer range count only beside a word
 * such as "card". It cannot tell a card from the digits of another number that it is glued to.
 */
export function createCreditCard(parts: CreditCardParts): Recognizer {
  const context = new RegExp(`\\b${anyOf(parts.contextWords)}\\b|${anyOf(parts.unspacedContextWords)}`)
  const isChecked = (digits: string) =>
    digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && parts.checks.every((holds) => holds(digits))
  const isInRanges = (digits: string) => parts.ranges.some((range) => isInRange(digits, range))
  const tests: CardTests = {
    isIssued: (digits) => isInRanges(digits) && isChecked(digits),
    cardAt(text, start, end, around) {
      if (end - start > 2 * MAX_DIGITS) return undefined
      const digits = digitsBetween(text, start, end)
      if (!isChecked(digits) || parts.vetoes.some((holds) => holds(text, start, end))) return undefined
      if (isInRanges(digits)) return span(start, end, 1)
      if (parts.vetoesOutsideRanges.some((holds) => holds(text, start, end))) return undefined
      return context.test(wordsBefore(text, start, around)) ? span(start, end, 0.6) : undefined
    },
  }
  return {
    name: 'credit-card',
    entity: 'CREDIT_CARD',
    readsIdentifiers: true,
    fewestDigits: MIN_DIGITS,
    find: (text, around) => parts.forms.flatMap((form) => form(text, around, tests)),
  }
}

export const creditCard = createCreditCard(CREDIT_CARD)

function isInRange(digits: string, { from, to, lengths }: IssuerRange): boolean {
  const prefix = digits.slice(0, from.length)
  return prefix >= from && prefix <= to && lengths.includes(digits.length)
}

/** Digits alone or in groups, with one space or dash between groups. */
function inDigitRuns(text: string, context: Context, { cardAt }: CardTests): readonly Span[] {
  const spans: Span[] = []
  for (const run of digitRuns(text)) {
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

/** Groups as on a card (4-4-4-4, 4-6-5, 4-6-4) that no digit run holds together. */
function inPrintedGroups(text: string, context: Context, { cardAt }: CardTests): readonly Span[] {
  return matchesOf(text, PRINTED).flatMap(({ index, 1: rest = '' }) => {
    const end = index + 4 + rest.length
    return isList(text, index, end, rest) ? [] : (cardAt(text, index, end, context) ?? [])
  })
}

/** Whether such groups are numbers of a list: different signs between them, or one more number of four digits. */
function isList(text: string, start: number, end: number, rest: string): boolean {
  const [gap = '', ...others] = rest.split(/\d+/).slice(0, -1)
  if (![gap, ...others].some((each) => LIST_GAP.test(each))) return false
  if (others.some((other) => other !== gap)) return true
  const [before, behind] = [text.slice(0, start).slice(-gap.length - 5), text.slice(end, end + gap.length + 5)]
  return (
    (before.endsWith(gap) && /(?<!\d)\d{4}$/.test(before.slice(0, -gap.length))) ||
    (behind.startsWith(gap) && /^\d{4}(?!\d)/.test(behind.slice(gap.length)))
  )
}

/** At most so many cards are looked for in one group of digits; a longer group is no row of cards. */
const MAX_TOGETHER = 4

/** `41111111111111115555555555554444`: groups that cards fill from end to end. */
function writtenTogether(text: string, _: Context, { isIssued }: CardTests): readonly Span[] {
  return matchesOf(text, TOGETHER).flatMap(({ index, 0: digits }) =>
    isFraction(text, index, index + digits.length) ? [] : cardsFilling(digits, index, isIssued),
  )
}

const TOGETHER = new RegExp(`(?<!\\d)\\d{${2 * MIN_DIGITS},${MAX_TOGETHER * MAX_DIGITS}}(?!\\d)`, 'g')

/** The cards that fill digits from end to end; none where a digit would be left over. */
function cardsFilling(digits: string, start: number, isIssued: CardTests['isIssued']): readonly Span[] {
  /** The cards that fill the first so many digits. */
  const filling: (readonly Span[] | undefined)[] = [[]]
  for (let end = MIN_DIGITS; end <= digits.length; end += 1) {
    for (let length = MIN_DIGITS; length <= MAX_DIGITS && filling[end] === undefined; length += 1) {
      const before = filling[end - length]
      if (before !== undefined && isIssued(digits.slice(end - length, end)))
        filling[end] = [...before, span(start + end - length, start + end, 1)]
    }
  }
  return filling[digits.length] ?? []
}

/** Under a label of its own, a number with the right check digit needs no issuer. */
function underLabel(text: string, context: Context): readonly Span[] {
  return labelledTexts(text, context, 'CREDIT_CARD').flatMap(([value, start]) => {
    const [number = ''] = LABELLED.exec(value) ?? []
    const digits = digitsBetween(number, 0, number.length)
    if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return []
    return passesLuhn(digits) && hasTwoDigits(digits) ? span(start, start + number.length, 0.6) : []
  })
}

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 0x30
    const weighted = i % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

/** `0000000000000000` fills a form. */
function hasTwoDigits(digits: string): boolean {
  return /^(.)(?!\1*$)/.test(digits)
}

function besideLetters(text: string, start: number, end: number): boolean {
  return /[A-Za-z]/.test(text.charAt(start - 1) + text.charAt(end))
}

/**
 * The digits behind a decimal point: `0.4111111111111111`. A comma stands between the cells of a row, and a number from
 * 1 at the start of a line counts the lines.
 */
function isFraction(text: string, start: number, end: number): boolean {
  if (text.charAt(start - 1) !== '.' || !/^\d+$/.test(text.slice(start, end))) return false
  const whole = /(^|[^\d.])(\d{1,4})$/.exec(text.slice(Math.max(0, start - 6), start - 1))
  if (whole === null) return false
  const [, before, integer] = whole
  const opensLine = before === '\n' || start - 1 === integer?.length
  return !opensLine || integer === '0'
}

/** SHA and other digests in hexadecimal. */
const MAX_DIGEST = 128
const DIGEST = /^(?=.*[a-f])(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i

/** A part of an MD5 or SHA digest (FIPS 180-4, section 1: 160 to 512 bits). */
function isInHash(text: string, start: number, end: number): boolean {
  let [from, to] = [start, end]
  while (from > 0 && start - from <= MAX_DIGEST && isAlphanumeric(text.charCodeAt(from - 1))) from -= 1
  while (to < text.length && to - end <= MAX_DIGEST && isAlphanumeric(text.charCodeAt(to))) to += 1
  return to - from > end - start && DIGEST.test(text.slice(from, to).replace(/^0x/, ''))
}
