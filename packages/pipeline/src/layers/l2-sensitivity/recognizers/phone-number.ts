import { anyOf, words } from '../phrases.ts'
import {
  type Context,
  labelledTexts,
  matchesOf,
  type Recognizer,
  type Span,
  spanMaker,
  wordsBefore,
} from '../recognizer.ts'

/** A way to write a number that is sign enough, without a word beside it. */
interface PhoneForm {
  readonly pattern: RegExp
  readonly confidence: number
  /** At least and at most so many digits. */
  readonly digits: readonly [fewest: number, most: number]
}

interface PhoneParts {
  /** Beside one of these, any number of digits that no veto stops is a phone number. */
  readonly contextWords: readonly string[]
  readonly unspacedContextWords: readonly string[]
  /** Right before the digits, with nothing between (`Tel01701234567`). */
  readonly gluedWords: readonly string[]
  /** As signatures have it: `555 0132 office`. */
  readonly wordsBehind: readonly string[]
  /** Numbers of something else: what stands before them says so. */
  readonly otherNumbers: readonly string[]
  /** Between such a word and its number. */
  readonly numberWords: readonly string[]
  /** Near such a word, they say that it is a phone's number after all. */
  readonly phoneAfterAll: readonly string[]
  readonly extensions: readonly string[]
  readonly forms: readonly PhoneForm[]
  /** Dates, decimals and other numbers. */
  readonly otherForms: readonly ((number: string) => boolean)[]
  readonly pairsBeside: readonly ((number: string, before: string, behind: string) => boolean)[]
}

/** ITU-T E.164: at most 15 digits. Short numbers below 7 digits are no one's own. */
const MIN_DIGITS = 7
const MAX_DIGITS = 15
const ANY: readonly [number, number] = [MIN_DIGITS, MAX_DIGITS]

export const PHONE_NUMBER: PhoneParts = {
  contextWords: [
    ...words(`
      phone phones telephone telephones telefon telefono telefone telefonu telefoon teléfono téléphone tele tel tél télé
      telef telf telfs tfno tlf call called calling calls mobil mobile movil móvil cell cellphone cellular cellulare
      celular тел моб звоните fax ring dial sms text texted whatsapp hotline reach reached contact handy handynummer rufnummer
      telefonnummer anrufen portable ligue llama llame llamar llamada appel appelez appeler`),
    ...['my', 'his', 'her', 'their', 'your', 'our'].map((whose) => `${whose} number`),
  ],
  unspacedContextWords: words('电话 手机 電話 号码 전화 फ़ोन फोन телефон мобильн هاتف جوال موبايل تليفون טלפון נייד'),
  gluedWords: words('tel telefon telephone teléfono téléphone phone mobil mobile móvil handy fax whatsapp'),
  wordsBehind: words('office fax mobile home cell work tel'),
  otherNumbers: words(`
    isbn issn col nocol nass nhc licence license record member order invoice tracking serial part ticket case account
    acct konto policy id uuid ref reference mrn npi zip sku version port page date dated`),
  numberWords: words('no nr number num code'),
  phoneAfterAll: words('phone tel mobile fax'),
  extensions: ['x', 'ext', 'ext.', 'extension', '#'],
  forms: [
    { pattern: /^(?:1[ .-])?\(\d{3}\) ?\d{3}[ .-]?\d{4}$/, confidence: 0.8, digits: ANY },
    // North American Numbering Plan: https://www.nanpa.com/numbering
    { pattern: /^(?:1[ .-])?\d{3}([ .-])\d{3}\1\d{4}$/, confidence: 0.7, digits: ANY },
    { pattern: /^(?:1[ .-])?[2-9]\d{2}[ /][2-9]\d{2}[ .-]\d{4}$/, confidence: 0.6, digits: ANY },
    // The international prefix 00: ITU-T E.164, clause 7.
    { pattern: /^(?=.*[ -])00 ?[1-9]/, confidence: 0.75, digits: [10, MAX_DIGITS] },
    // The national prefix 0, as in most of Europe.
    { pattern: /^\(?0\d{1,4}\)?(?:[ .\-/]\d{2,8}){1,4}$/, confidence: 0.6, digits: [9, 12] },
    { pattern: /^\( ?0?\d{2,4} ?\) ?\d{3,4}[ -]?\d{3,5}$/, confidence: 0.6, digits: ANY },
  ],
  otherForms: [isDate, isSpanOfYears, isDateWithYearFirst, isDateWithTime, isDecimal, isBook, isOneDigit, isScattered],
  pairsBeside: [isInHexdump, isOfZeroes],
}

/** Digits in groups with what people put between them, and an extension. Every part is bounded. */
function candidatesOf(extensions: readonly string[], gluedWords: readonly string[]): RegExp {
  const before = `(?:(?<![A-Za-z\\u00C0-\\u04FF\\p{N}_.+/=#-])|(?<=(?<!\\p{L})${anyOf(gluedWords)}[._]?))`
  const prefix = '(?:\\+ ?|00 ?|\\( ?(?:\\+ ?)?)?'
  const groups = '\\d[\\d ().\\-/]{4,26}\\d'
  const extension = `(?:[ ,]{0,2}${anyOf(extensions)} ?\\d{1,6})?`
  return new RegExp(`${before}${prefix}${groups}${extension}(?![A-Za-z\\u00C0-\\u04FF\\p{N}_])`, 'giu')
}

/** Between groups behind a label: up to four spaces or tabs, or a sign with such spaces around it. */
const WIDE_GAP = '(?:[ \\t]{1,4}(?:[-./][ \\t]{0,4})?|[-./][ \\t]{0,4})'
const WIDE = new RegExp(
  `(?<![\\p{L}\\p{N}_.+/=#-])(?:\\+ ?|00 ?)?\\(?\\d{1,8}\\)?(?:${WIDE_GAP}\\(?\\d{2,8}\\)?){1,5}(?![\\p{L}\\p{N}_])`,
  'gu',
)
const HAS_WIDE_GAP = / {2}|\t| [-./] /
/** A number goes on behind it: these are columns. */
const GOES_ON = /^[ \t]{1,8}[-+(]{0,2}\d/

/** Under a label of its own. */
const LABELLED = /^\+?[\d(][\d ().\-/]{4,26}\d(?![\p{L}\p{N}_])/u

/** By what says that it is one. */
const CONFIDENCE = { international: 0.95, label: 0.85, wordBefore: 0.85, wordBehind: 0.75 }

const span = spanMaker('PHONE_NUMBER', 'phone-number', false)

/** The parts, compiled. */
interface Patterns {
  readonly candidate: RegExp
  readonly extension: RegExp
  readonly context: RegExp
  readonly glued: RegExp
  readonly behind: RegExp
  readonly other: RegExp
  readonly phoneAfterAll: RegExp
  readonly rightBefore: RegExp
}

/**
 * Phone numbers: international (`+`, `00`; ITU-T E.164), North American (3-3-4, NANP), numbers with a national
 * prefix 0 in groups as in Europe, and any grouped or plain number beside words such as "phone" or "call". Dates,
 * years, decimals and book numbers are none. It cannot tell a plain number without such a word from any other.
 */
export function createPhoneNumber(parts: PhoneParts): Recognizer {
  const patterns: Patterns = {
    candidate: candidatesOf(parts.extensions, parts.gluedWords),
    extension: new RegExp(`[ ,]{0,2}${anyOf(parts.extensions)} ?\\d{1,6}$`, 'i'),
    context: new RegExp(
      `(?<![\\p{L}\\p{N}_])${anyOf(parts.contextWords)}(?![\\p{L}\\p{N}_])|${anyOf(parts.unspacedContextWords)}`,
      'u',
    ),
    glued: new RegExp(`(?<!\\p{L})${anyOf(parts.gluedWords)}[._]?$`, 'u'),
    behind: new RegExp(`^[ ,-]{0,2}${anyOf(parts.wordsBehind)}\\b`, 'i'),
    other: new RegExp(`\\b${anyOf(parts.otherNumbers)}(?: ?${anyOf(parts.numberWords)})?\\.? ?[#:=]? ?$`),
    phoneAfterAll: new RegExp(anyOf(parts.phoneAfterAll)),
    rightBefore: new RegExp(
      `(?<![\\p{L}\\p{N}_])${anyOf(parts.contextWords)}(?: ?${anyOf(parts.numberWords)}\\.?)?(?: (?:me|us|him|her|them))?["'\`*]{0,3}([ \\t]{0,2}[:=#]| is| at| on| under)?[ \\t"'\`*]{0,4}$`,
      'u',
    ),
  }
  return {
    name: 'phone-number',
    entities: ['PHONE_NUMBER'],
    readsIdentifiers: false,
    fewestDigits: MIN_DIGITS,
    find(text, context) {
      const spans: Span[] = []
      for (const { 0: value, index } of matchesOf(text, patterns.candidate)) {
        const confidence = confidenceOf(value, text, index, context, parts, patterns)
        if (confidence !== undefined) spans.push(span(index, index + value.length, confidence))
      }
      for (const [start, end] of wideNumbers(text, parts, patterns)) spans.push(span(start, end, CONFIDENCE.label))
      for (const [value, start] of labelledTexts(text, context, 'PHONE_NUMBER')) {
        const [number = ''] = LABELLED.exec(value) ?? []
        const isNumber = HAS_WIDE_GAP.test(number)
          ? hasKnownForm(withNarrowGaps(number), parts)
          : isBetween(digitsIn(number), ANY) && !isOther(number, parts)
        if (isNumber) spans.push(span(start, start + number.length, CONFIDENCE.label))
      }
      return spans
    },
  }
}

/**
 * Numbers with wide gaps (`+49  171  123  4567`, `(415)  555 - 0132`) right behind a word for phones: in a form that
 * needs no word, because tables have wide gaps too. Digits with nothing but spaces between also need a sign behind
 * the word (`phone: 415  555  0132`).
 */
function wideNumbers(text: string, parts: PhoneParts, patterns: Patterns): readonly (readonly [number, number])[] {
  if (!HAS_WIDE_GAP.test(text)) return []
  return matchesOf(text, WIDE).flatMap(({ 0: value, index }) => {
    if (!HAS_WIDE_GAP.test(value)) return []
    const number = withNarrowGaps(value)
    const end = index + value.length
    if (!hasKnownForm(number, parts) || GOES_ON.test(text.slice(end, end + 12))) return []
    const before = patterns.rightBefore.exec(text.slice(Math.max(0, index - WORD_REACH), index).toLowerCase())
    if (before === null) return []
    const isSigned = before[1] !== undefined || /^0|[+().-]/.test(number)
    return isSigned ? [[index, end]] : []
  })
}

/** How far before a number with wide gaps its word is looked for: the longest words with what may stand behind. */
const WORD_REACH = 40

function withNarrowGaps(number: string): string {
  return number.replace(/[ \t]*([-./])[ \t]*|[ \t]+/g, (_, sign: string | undefined) => sign ?? ' ')
}

/** Whether it is international, or in a form that needs no word beside it. */
function hasKnownForm(number: string, parts: PhoneParts): boolean {
  const digits = digitsIn(number)
  if (!isBetween(digits, ANY) || isOther(number, parts)) return false
  if (number.startsWith('+')) return digits >= MIN_WIDE_INTERNATIONAL
  return parts.forms.some((form) => isBetween(digits, form.digits) && form.pattern.test(number))
}

/** With the country and the area: fewer digits behind a `+` with wide gaps are changes of a figure. */
const MIN_WIDE_INTERNATIONAL = 9

export const phoneNumber = createPhoneNumber(PHONE_NUMBER)

function confidenceOf(
  value: string,
  text: string,
  start: number,
  context: Context,
  parts: PhoneParts,
  patterns: Patterns,
): number | undefined {
  const number = value.replace(patterns.extension, '')
  const digits = digitsIn(number)
  if (!isBetween(digits, ANY) || isOther(number, parts)) return undefined
  if (/^(?:\( ?)?\+/.test(number)) return CONFIDENCE.international
  const before = wordsBefore(text, start, context)
  if (patterns.other.test(before) && !patterns.phoneAfterAll.test(before.slice(-24))) return undefined
  const behind = text.slice(start + value.length, start + value.length + 16)
  if (parts.pairsBeside.some((holds) => holds(number, before, behind))) return undefined
  if (patterns.context.test(before) || patterns.glued.test(before)) return CONFIDENCE.wordBefore
  if (patterns.behind.test(behind)) return CONFIDENCE.wordBehind
  return parts.forms.find((form) => isBetween(digits, form.digits) && form.pattern.test(number))?.confidence
}

/** `10 - 12 - 2024` is the date that `10-12-2024` is. */
function isOther(number: string, { otherForms }: PhoneParts): boolean {
  const narrow = withNarrowGaps(number)
  return otherForms.some((holds) => holds(number) || holds(narrow))
}

function digitsIn(number: string): number {
  return number.replace(/\D/g, '').length
}

function isBetween(count: number, [fewest, most]: readonly [number, number]): boolean {
  return count >= fewest && count <= most
}

const PAIRS = /^\d\d(?: \d\d)+$/

/** Hexdumps have pairs beside the pairs; the number of a person has none. */
function isInHexdump(number: string, before: string, behind: string): boolean {
  return PAIRS.test(number) && (/\b[\da-f]{2} [\da-f]{2} $/.test(before) || /^ [\da-f]{2} [\da-f]{2}\b/i.test(behind))
}

function isOfZeroes(number: string): boolean {
  return PAIRS.test(number) && /^00 00|00 00 00/.test(number)
}

function isDate(number: string): boolean {
  return /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(number)
}

/** A year from 1500 to 2099. */
const YEAR = '(?:1[5-9]|20)\\d\\d'
const SPAN_OF_YEARS = new RegExp(`^${YEAR} ?[-/] ?${YEAR}$`)
const YEAR_FIRST = new RegExp(`^${YEAR}[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\\d|3[01])\\b`)

function isSpanOfYears(number: string): boolean {
  return SPAN_OF_YEARS.test(number)
}

function isDateWithYearFirst(number: string): boolean {
  return YEAR_FIRST.test(number)
}

function isDateWithTime(number: string): boolean {
  return /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4} /.test(number)
}

/** No decimal begins with a zero and another digit, as `0170.1234567` does. */
function isDecimal(number: string): boolean {
  return /^(?!0\d)\d*\.\d*$/.test(number)
}

/** ISBN-13: https://www.isbn-international.org */
function isBook(number: string): boolean {
  return /^97[89][- ]?\d/.test(number) && digitsIn(number) === 13
}

function isOneDigit(number: string): boolean {
  return /^(\d)\1*$/.test(number)
}

/** Several signs in a row, or gaps of two spaces: digits of a table or a drawing. */
function isScattered(number: string): boolean {
  return /(?:[.()/-] ?){3,}|\/.*\/.*\//.test(number) || / {2}/.test(number)
}
