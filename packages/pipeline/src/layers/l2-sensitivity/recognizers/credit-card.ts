import { anyOf, words } from '../phrases.ts'
import { isAlphanumeric, labelledTexts, type Recognizer, type Span, wordsBefore } from '../recognizer.ts'
import {
  type CardForm,
  type CardTests,
  cardSpan,
  inDigitRuns,
  inPrintedGroups,
  inThousands,
  MAX_DIGITS,
  MIN_DIGITS,
  type Reading,
  writtenTogether,
} from './card-forms.ts'
import { digitRuns, digitsBetween } from './digit-runs.ts'

/** Numbers that begin with `from` to `to`, of some lengths. */
interface IssuerRange {
  readonly network: string
  readonly from: string
  readonly to: string
  readonly lengths: readonly number[]
}

type NumberVeto = (text: string, start: number, end: number) => boolean

interface CreditCardParts {
  readonly ranges: readonly IssuerRange[]
  /** Beside one of these words, a number outside every issuer range counts too. */
  readonly contextWords: readonly string[]
  readonly unspacedContextWords: readonly string[]
  readonly forms: readonly CardForm[]
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

const LABELLED = /^\d[\d -]{10,36}\d(?!\w)/

export const CREDIT_CARD: CreditCardParts = {
  ranges: RANGES,
  contextWords: words(
    'card credit debit visa mastercard amex maestro diners jcb pan cc kreditkarte karte carte tarjeta carta',
  ),
  unspacedContextWords: ['卡'],
  forms: [inDigitRuns, inPrintedGroups, inThousands, writtenTogether, underLabel],
  checks: [passesLuhn, hasTwoDigits],
  vetoes: [isFraction, isInHash, isInternationalPhone],
  vetoesOutsideRanges: [besideLetters],
}

/** Alone they stand before sums of money too. */
const OF_SUMS = ['credit', 'debit']
/** Between a word for a card and its number. */
const NUMBER_SIGN = '[ _-]?(?:number|num|no\\.?|nr\\.?|nummer|#)?["\'`*]{0,3}(?: ?[:=#]| is| ist)?'

/**
 * Payment card numbers: an issuer range, a length of that network and the Luhn check digit (ISO/IEC 7812-1, annex B),
 * written plainly or in groups, beside letters or not. Numbers outside every issuer range count only beside a word
 * such as "card". It cannot tell a card from the digits of another number that it is glued to.
 */
export function createCreditCard(parts: CreditCardParts): Recognizer {
  const context = new RegExp(`\\b${anyOf(parts.contextWords)}\\b|${anyOf(parts.unspacedContextWords)}`)
  const cardWords = parts.contextWords.filter((word) => !OF_SUMS.includes(word))
  const rightBefore = new RegExp(
    `(?<!\\p{L})(?:credit|debit|kredit)?(?:${anyOf(cardWords)}s?|karten)${NUMBER_SIGN}[ \\t"'\`*(]{0,4}$`,
    'u',
  )
  const isChecked = (digits: string) =>
    digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && parts.checks.every((holds) => holds(digits))
  const isInRanges = (digits: string) => parts.ranges.some((range) => isInRange(digits, range))
  const isVetoed = (text: string, start: number, end: number) => parts.vetoes.some((holds) => holds(text, start, end))
  const tests: CardTests = {
    isVetoed,
    isBesideWord: (text, start, around) => rightBefore.test(wordsBefore(text, start, around)),
    isIssued: (digits) => isInRanges(digits) && isChecked(digits),
    cardAt(text, start, end, around) {
      if (end - start > 2 * MAX_DIGITS) return undefined
      const digits = digitsBetween(text, start, end)
      if (!isChecked(digits) || isVetoed(text, start, end)) return undefined
      if (isInRanges(digits)) return cardSpan(start, end, 1)
      if (parts.vetoesOutsideRanges.some((holds) => holds(text, start, end))) return undefined
      return context.test(wordsBefore(text, start, around)) ? cardSpan(start, end, 0.6) : undefined
    },
  }
  return {
    name: 'credit-card',
    entities: ['CREDIT_CARD'],
    readsIdentifiers: true,
    fewestDigits: MIN_DIGITS,
    find(text, around) {
      const reading = { text, context: around, runs: digitRuns(text) }
      return parts.forms.flatMap((form) => form(reading, tests))
    },
  }
}

export const creditCard = createCreditCard(CREDIT_CARD)

function isInRange(digits: string, { from, to, lengths }: IssuerRange): boolean {
  const prefix = digits.slice(0, from.length)
  return prefix >= from && prefix <= to && lengths.includes(digits.length)
}

/** Under a label of its own, a number with the right check digit needs no issuer. */
function underLabel({ text, context }: Reading): readonly Span[] {
  return labelledTexts(text, context, 'CREDIT_CARD').flatMap(([value, start]) => {
    const [number = ''] = LABELLED.exec(value) ?? []
    const digits = digitsBetween(number, 0, number.length)
    if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return []
    return passesLuhn(digits) && hasTwoDigits(digits) ? cardSpan(start, start + number.length, 0.6) : []
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

/** Cards of so few digits are hardly issued any more, and mobile numbers of many countries have as many. */
const MAX_PHONE_LIKE = 13

/** A number behind `+` or `00`, as ITU-T E.123 and E.164 write telephone numbers of other countries. */
function isInternationalPhone(text: string, start: number, end: number): boolean {
  if (!/(?:\+|(?:^|[^\d])00)$/.test(text.slice(Math.max(0, start - 3), start))) return false
  return digitsBetween(text, start, end).length <= MAX_PHONE_LIKE
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
