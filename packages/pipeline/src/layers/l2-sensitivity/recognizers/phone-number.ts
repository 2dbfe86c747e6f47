import { type Context, labelledTexts, matchesOf, type Recognizer, type Span, wordsBefore } from '../recognizer.ts'

/** E.164: at most 15 digits. Short numbers below 7 digits are no one's own. */
const MIN_DIGITS = 7
const MAX_DIGITS = 15

/** Digits in groups with what people put between them, and an extension. Every part is bounded. */
const CANDIDATE =
  /(?<![A-Za-z\u00C0-\u04FF\p{N}_.+/=#-])(?:\+ ?|00 ?|\( ?(?:\+ ?)?)?\d[\d ().\-/]{4,26}\d(?:[ ,]{0,2}(?:x|ext\.?|extension|#) ?\d{1,6})?(?![A-Za-z\u00C0-\u04FF\p{N}_])/giu

/** Under a label of its own. */
const LABELLED = /^\+?[\d(][\d ().\-/]{4,26}\d(?![\p{L}\p{N}_])/u

const CONTEXT =
  /\b(?:phones?|tele(?:phone|fon|fono)\w?|t[ée]l[ée]?(?:phone|fono)?|tel(?:ef|fs?|f)?|tfno|tlf|call(?:ed|ing|s)?|mobile?|m[óo]vil|cell(?:phone|ulare?)?|celular|fax|ring|dial|sms|text(?:ed)?|whatsapp|hotline|reach(?:ed)?|contact|handy(?:nummer)?|rufnummer|telefonnummer|anrufen|portable|(?:my|his|her|their|your|our) (?:number|num[ée]ro|n[úu]mero)|teléfono|telefoon|telefone|telefonu|ligue|llam[ae]\w{0,3}|appel\w{0,4})\b|电话|手机|電話|号码|전화|फ़ोन|फोन|टेलीफोन|телефон/u

/** As signatures have it: `555 0132 office`. */
const AFTERWARDS = /^[ ,-]{0,2}(?:office|fax|mobile|home|cell|work|tel)\b/i

/** Numbers of something else: what stands before them says so. */
const OTHER =
  /\b(?:isbn|issn|n?[ºo.]?col|nass|nhc|licen[sc]e|record|member|order|invoice|tracking|serial|part|ticket|case|account|acct|konto|policy|id|uuid|ref|reference|mrn|npi|zip|sku|version|port|page|date|dated)(?: ?(?:no|nr|number|num|id|code))?\.? ?[#:=]? ?$/

/**
 * Phone numbers: international (`+`, `00`; ITU-T E.164), North American (3-3-4, NANP), numbers with a national
 * prefix 0 in groups as in Europe, and any grouped or plain number beside words such as "phone" or "call". Dates,
 * years, decimals and book numbers are none. It cannot tell a plain number without such a word from any other.
 */
export const phoneNumber: Recognizer = {
  name: 'phone-number',
  entity: 'PHONE_NUMBER',
  readsIdentifiers: false,
  fewestDigits: MIN_DIGITS,
  find(text, context) {
    const spans: Span[] = []
    for (const match of matchesOf(text, CANDIDATE)) {
      const value = match[0]
      const confidence = confidenceOf(value, text, match.index, context)
      if (confidence === undefined) continue
      const [start, end] = [match.index, match.index + value.length]
      spans.push({ entity: 'PHONE_NUMBER', start, end, confidence, recognizer: 'phone-number', verified: false })
    }
    for (const [value, from] of labelledTexts(text, context, 'PHONE_NUMBER')) {
      const [number = ''] = LABELLED.exec(value) ?? []
      const digits = number.replace(/\D/g, '').length
      if (digits < MIN_DIGITS || digits > MAX_DIGITS || isSomethingElse(number)) continue
      const end = from + number.length
      spans.push({
        entity: 'PHONE_NUMBER',
        start: from,
        end,
        confidence: 0.85,
        recognizer: 'phone-number',
        verified: false,
      })
    }
    return spans
  },
}

function confidenceOf(value: string, text: string, start: number, context: Context): number | undefined {
  const number = value.replace(/[ ,]{0,2}(?:x|ext|#).*$/i, '')
  const digits = number.replace(/\D/g, '').length
  if (digits < MIN_DIGITS || digits > MAX_DIGITS || isSomethingElse(number)) return undefined
  const before = wordsBefore(text, start, context)
  if (/^(?:\( ?)?\+/.test(number)) return 0.95
  if (OTHER.test(before) && !/phone|tel|mobile|fax/.test(before.slice(-24))) return undefined
  if (isOfPairs(number, before, text.slice(start + value.length, start + value.length + 8))) return undefined
  if (CONTEXT.test(before)) return 0.85
  if (AFTERWARDS.test(text.slice(start + value.length, start + value.length + 16))) return 0.75
  return confidenceByForm(number, digits)
}

/** Hexdumps have pairs beside the pairs; the number of a person has none. */
function isOfPairs(number: string, before: string, after: string): boolean {
  if (!/^\d\d(?: \d\d)+$/.test(number)) return false
  if (/\b[\da-f]{2} [\da-f]{2} $/.test(before) || /^ [\da-f]{2} [\da-f]{2}\b/i.test(after)) return true
  return /^00 00|00 00 00/.test(number)
}

function confidenceByForm(number: string, digits: number): number | undefined {
  if (/^(?:1[ .-])?\(\d{3}\) ?\d{3}[ .-]?\d{4}$/.test(number)) return 0.8
  if (/^(?:1[ .-])?\d{3}([ .-])\d{3}\1\d{4}$/.test(number)) return 0.7
  if (/^(?:1[ .-])?[2-9]\d{2}[ /][2-9]\d{2}[ .-]\d{4}$/.test(number)) return 0.6
  if (/^00 ?[1-9]/.test(number) && digits >= 10 && /[ -]/.test(number)) return 0.75
  if (/^\(?0\d{1,4}\)?(?:[ .\-/]\d{2,8}){1,4}$/.test(number) && digits >= 9 && digits <= 12) return 0.6
  if (/^\( ?0?\d{2,4} ?\) ?\d{3,4}[ -]?\d{3,5}$/.test(number)) return 0.6
  return undefined
}

function isSomethingElse(number: string): boolean {
  if (/^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(number)) return true
  if (/^(?:1[5-9]|20)\d\d ?[-/] ?(?:1[5-9]|20)\d\d$/.test(number)) return true
  if (/^(?:1[5-9]|20)\d\d[-./ ](?:0?[1-9]|1[0-2])[-./ ](?:0?[1-9]|[12]\d|3[01])\b/.test(number)) return true
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4} /.test(number)) return true
  if (/^\d*\.\d*$/.test(number)) return true
  if (/^97[89][- ]?\d/.test(number) && number.replace(/\D/g, '').length === 13) return true
  return /^(\d)\1*$/.test(number) || /(?:[.()/-] ?){3,}|\/.*\/.*\//.test(number) || / {2}/.test(number)
}
