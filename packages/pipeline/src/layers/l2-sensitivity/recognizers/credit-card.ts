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
import { type DigitRun, digitRuns, digitsBetween } from './digit-runs.ts'

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

type Form = (text: string, context: Context, isCard: CardTest) => readonly Span[]
type CardTest = (text: string, start: number, end: number, context: Context) => Span | undefined

interface CreditCardParts {
  readonly ranges: readonly IssuerRange[]
  /** Beside one of these words, a number outside every issuer range counts too. */
  readonly contextWords: readonly string[]
  readonly unspacedContextWords: readonly string[]
  readonly forms: readonly Form[]
  /** Each must hold. */
  readonly checks: readonly ((digits: string) => boolean)[]
  /** None may hold. */
  readonly vetoes: readonly ((text: string, start: number, end: number) => boolean)[]
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

/** Four groups of four, with what people and line breaks put between them. */
const GAP = '(?:[ ./_-]|\\r?\\n){1,2}'
export const SEPARATED = new RegExp(`(?<!\\w)\\d{4}${GAP}\\d{4}${GAP}\\d{4}${GAP}\\d{4}(?!\\w)`, 'g')
/** A gap between such groups that is not the one space or dash of a digit run. */
export const OTHER_GAP = /\d{4}(?:[./_\r\n]|[ -][ ./_\r\n-])/

const LABELLED = /^\d[\d -]{10,36}\d(?!\w)/

export const CREDIT_CARD: CreditCardParts = {
  ranges: RANGES,
  contextWords: words(
    'card credit debit visa mastercard amex maestro diners jcb pan cc kreditkarte karte carte tarjeta carta',
  ),
  unspacedContextWords: ['卡'],
  forms: [inDigitRuns, inGroupsOfFour, underLabel],
  checks: [passesLuhn, hasTwoDigits],
  vetoes: [besideLetters, isFraction],
}

const span = spanMaker('CREDIT_CARD', 'credit-card', true)

/**
 * Payment card numbers: an issuer range, a length of that network and the Luhn check digit (ISO/IEC 7812-1, annex B),
 * written plainly or in groups. Numbers outside every issuer range count only beside a word such as "card".
 */
export function createCreditCard(parts: CreditCardParts): Recognizer {
  const context = new RegExp(`\\b${anyOf(parts.contextWords)}\\b|${anyOf(parts.unspacedContextWords)}`)
  const isCard: CardTest = (text, start, end, around) => {
    if (end - start > 2 * MAX_DIGITS) return undefined
    const digits = digitsBetween(text, start, end)
    if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return undefined
    if (!parts.checks.every((holds) => holds(digits))) return undefined
    if (parts.vetoes.some((holds) => holds(text, start, end))) return undefined
    if (parts.ranges.some((range) => isInRange(digits, range))) return span(start, end, 1)
    return context.test(wordsBefore(text, start, around)) ? span(start, end, 0.6) : undefined
  }
  return {
    name: 'credit-card',
    entity: 'CREDIT_CARD',
    readsIdentifiers: true,
    fewestDigits: MIN_DIGITS,
    find: (text, around) => parts.forms.flatMap((form) => form(text, around, isCard)),
  }
}

export const creditCard = createCreditCard(CREDIT_CARD)

function isInRange(digits: string, { from, to, lengths }: IssuerRange): boolean {
  const prefix = digits.slice(0, from.length)
  return prefix >= from && prefix <= to && lengths.includes(digits.length)
}

/** Digits alone or in groups, with one space or dash between groups. */
function inDigitRuns(text: string, context: Context, isCard: CardTest): readonly Span[] {
  const spans: Span[] = []
  for (const run of digitRuns(text)) {
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined || last.end - first.start < MIN_DIGITS) continue
    const whole = isCard(text, first.start, last.end, context)
    if (whole === undefined) spans.push(...cardsWithin(text, run, context, isCard))
    else spans.push(whole)
  }
  return spans
}

/** Cards among other numbers (`12 4111 1111 1111 1111 123`): windows of whole groups of three digits or more. */
function cardsWithin(text: string, run: DigitRun, context: Context, isCard: CardTest): readonly Span[] {
  const spans: Span[] = []
  for (let from = 0; from < run.length; from += 1) {
    let digits = 0
    let found: Span | undefined
    for (let to = from; to < run.length && to - from < 6; to += 1) {
      const size = (run[to]?.end ?? 0) - (run[to]?.start ?? 0)
      digits += size
      if (size < 3 || digits > MAX_DIGITS) break
      if (digits >= MIN_DIGITS) found = isCard(text, run[from]?.start ?? 0, run[to]?.end ?? 0, context) ?? found
    }
    if (found === undefined) continue
    spans.push(found)
    while ((run[from + 1]?.start ?? Number.POSITIVE_INFINITY) < found.end) from += 1
  }
  return spans
}

/** Groups that a digit run does not hold together. */
function inGroupsOfFour(text: string, context: Context, isCard: CardTest): readonly Span[] {
  if (!OTHER_GAP.test(text)) return []
  return matchesOf(text, SEPARATED).flatMap(
    ({ index, 0: value }) => isCard(text, index, index + value.length, context) ?? [],
  )
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
  return isAlphanumeric(text.charCodeAt(start - 1)) || isAlphanumeric(text.charCodeAt(end))
}

/** The digits behind a decimal point. */
function isFraction(text: string, start: number): boolean {
  return /^\d[.,]$/.test(text.slice(Math.max(0, start - 2), start))
}
