import {
  type Context,
  isAlphanumeric,
  labelledTexts,
  matchesOf,
  type Recognizer,
  type Span,
  wordsBefore,
} from '../recognizer.ts'
import { type DigitRun, digitRuns, digitsBetween } from './digit-runs.ts'

/** ISO/IEC 7812-1: 12 (Maestro) to 19 digits. */
const MIN_DIGITS = 12
const MAX_DIGITS = 19

/**
 * Issuer identification ranges and lengths by network
 * (https://en.wikipedia.org/wiki/Payment_card_number#Issuer_identification_number_(IIN)).
 */
const NETWORKS: readonly (readonly [name: string, prefix: RegExp, lengths: readonly number[]])[] = [
  ['visa', /^4/, [13, 16, 19]],
  ['mastercard', /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  ['american-express', /^3[47]/, [15]],
  ['diners-club', /^3(?:0[0-5]|095|[689])/, [14, 15, 16, 17, 18, 19]],
  ['discover', /^6(?:011|4[4-9]|5)/, [16, 17, 18, 19]],
  ['jcb', /^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  ['jcb-15', /^(?:1800|2131)/, [15]],
  ['unionpay', /^(?:62|81)/, [16, 17, 18, 19]],
  ['maestro', /^(?:5018|5020|5038|5[6-8]|6304|67)/, [12, 13, 14, 15, 16, 17, 18, 19]],
  ['dankort', /^5019/, [16]],
  ['mir', /^220[0-4]/, [16, 17, 18, 19]],
  ['rupay', /^(?:60|8[12]|508)/, [16]],
]

/** Four groups of four, with what people and line breaks put between them. */
const SEPARATED = /(?<!\w)\d{4}(?:[ ./_-]|\r?\n){1,2}\d{4}(?:[ ./_-]|\r?\n){1,2}\d{4}(?:[ ./_-]|\r?\n){1,2}\d{4}(?!\w)/g

/** Under a label of its own. */
const LABELLED = /^\d[\d -]{10,36}\d(?!\w)/

const CONTEXT =
  /\b(?:card|credit|debit|visa|mastercard|amex|maestro|diners|jcb|pan|cc|kreditkarte|karte|carte|tarjeta|carta)\b|卡/

/**
 * Payment card numbers: an issuer range, a length of that network and the Luhn check digit (ISO/IEC 7812-1, annex B),
 * written plainly or in groups. Numbers outside every issuer range count only beside a word such as "card".
 */
export const creditCard: Recognizer = {
  name: 'credit-card',
  entity: 'CREDIT_CARD',
  readsIdentifiers: true,
  fewestDigits: MIN_DIGITS,
  find(text, context) {
    const spans: Span[] = []
    for (const run of digitRuns(text)) {
      const first = run[0]
      const last = run.at(-1)
      if (first === undefined || last === undefined || last.end - first.start < MIN_DIGITS) continue
      const whole = cardAt(text, first.start, last.end, context)
      if (whole === undefined) for (const card of cardsWithin(text, run, context)) spans.push(card)
      else spans.push(whole)
    }
    for (const { index, 0: value } of matchesOf(text, SEPARATED)) {
      const card = cardAt(text, index, index + value.length, context)
      if (card !== undefined) spans.push(card)
    }
    for (const [value, start] of labelledTexts(text, context, 'CREDIT_CARD')) {
      const [number = ''] = LABELLED.exec(value) ?? []
      const digits = digitsBetween(number, 0, number.length)
      if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || !passesLuhn(digits)) continue
      if (/^(.)\1*$/.test(digits)) continue
      const end = start + number.length
      spans.push({ entity: 'CREDIT_CARD', start, end, confidence: 0.6, recognizer: 'credit-card', verified: true })
    }
    return spans
  },
}

/** Cards among other numbers (`12 4111 1111 1111 1111 123`): windows of whole groups of three digits or more. */
function cardsWithin(text: string, run: DigitRun, context: Context): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < run.length; from += 1) {
    let digits = 0
    let found: Span | undefined
    for (let to = from; to < run.length && to - from < 6; to += 1) {
      const size = (run[to]?.end ?? 0) - (run[to]?.start ?? 0)
      digits += size
      if (size < 3 || digits > MAX_DIGITS) break
      found = cardAt(text, run[from]?.start ?? 0, run[to]?.end ?? 0, context) ?? found
    }
    if (found === undefined) continue
    spans.push(found)
    while ((run[from + 1]?.start ?? Number.POSITIVE_INFINITY) < found.end) from += 1
  }
  return spans
}

function cardAt(text: string, start: number, end: number, context: Context): Span | undefined {
  if (end - start > 2 * MAX_DIGITS) return undefined
  const digits = digitsBetween(text, start, end)
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || !passesLuhn(digits)) return undefined
  if (isAlphanumeric(text.charCodeAt(start - 1)) || isAlphanumeric(text.charCodeAt(end))) return undefined
  if (
    /[.,]\d?$/.test(text.slice(Math.max(0, start - 2), start)) &&
    /\d[.,]$/.test(text.slice(Math.max(0, start - 2), start))
  )
    return undefined
  const network = NETWORKS.some(([, prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length))
  if (!network && (/^(.)\1*$/.test(digits) || !CONTEXT.test(wordsBefore(text, start, context)))) return undefined
  const confidence = network ? 1 : 0.6
  return { entity: 'CREDIT_CARD', start, end, confidence, recognizer: 'credit-card', verified: true }
}

/** The check digit of ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 0x30
    const weighted = i % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}
