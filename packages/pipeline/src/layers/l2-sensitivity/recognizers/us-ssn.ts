import { labelledTexts, matchesOf, type Recognizer, type Span, wordsBefore } from '../recognizer.ts'

const GROUPED = /(?<![\w.-])(\d{3})([- .])(?:\r?\n)?(\d{2})\2(?:\r?\n)?(\d{4})(?![\w-]|\.\d)/g
const PLAIN = /(?<![\w.-])(\d{3})()(\d{2})(\d{4})(?![\w-]|\.\d)/g
/** Under a label of its own. */
const LABELLED = /^(\d{3})[- .]{0,2}(\d{2})[- .]{0,2}(\d{4})(?![\w-]|\.\d)/
const CONTEXT = /\b(?:ssns?|ssid|ss ?#|social|sozialversicherung\w{0,10}|seguro social|s[ée]curit[ée] sociale)(?![a-z])/

/**
 * US Social Security numbers by the SSA's rules (https://www.ssa.gov/employer/randomization.html): no area 000, 666
 * or 900-999, no group 00, no serial 0000. Nine plain digits, or groups with spaces or dots, count only beside words
 * such as "social security".
 */
export const usSsn: Recognizer = {
  name: 'us-ssn',
  entity: 'US_SSN',
  readsIdentifiers: true,
  fewestDigits: 9,
  find(text, context) {
    const spans: Span[] = []
    for (const pattern of [GROUPED, PLAIN]) {
      for (const match of matchesOf(text, pattern)) {
        const [whole, area = '', separator, group = '', serial = ''] = match
        if (!isIssued(area, group, serial)) continue
        const named = CONTEXT.test(wordsBefore(text, match.index, context))
        if (separator !== '-' && !named) continue
        const end = match.index + whole.length
        const confidence = named ? 1 : 0.85
        spans.push({ entity: 'US_SSN', start: match.index, end, confidence, recognizer: 'us-ssn', verified: true })
      }
    }
    for (const [value, start] of labelledTexts(text, context, 'US_SSN')) {
      const [whole = '', area = '', group = '', serial = ''] = LABELLED.exec(value) ?? []
      if (whole === '' || !isIssued(area, group, serial)) continue
      const end = start + whole.length
      spans.push({ entity: 'US_SSN', start, end, confidence: 1, recognizer: 'us-ssn', verified: true })
    }
    return spans
  },
}

function isIssued(area: string, group: string, serial: string): boolean {
  return area !== '000' && area !== '666' && area < '900' && group !== '00' && serial !== '0000'
}
