import { anyOf, phrases } from '../phrases.ts'
import { labelledTexts, matchesOf, type Recognizer, type Span, spanMaker, wordsBefore } from '../recognizer.ts'

/** A way to write a number, in groups for area, group and serial number. */
interface SsnForm {
  readonly name: string
  readonly pattern: RegExp
  /** Whether the form is sign enough, whatever letters stand beside it and without a word such as "social security". */
  readonly alone: boolean
  /** Whether the word has to stand right before it. */
  readonly isWide?: boolean
}

interface UsSsnParts {
  readonly forms: readonly SsnForm[]
  readonly contextWords: readonly string[]
  /** Numbers that were never issued, as nine digits. */
  readonly neverIssued: readonly RegExp[]
}

const START = '(?<![\\d.-])'
const END = '(?![\\d-]|\\.\\d)'
const LINE_BREAK = '(?:\\r\\n?|\\n)?'

function form(name: string, separator: string, alone: boolean): SsnForm {
  const between = separator === '' ? '' : `${separator}${LINE_BREAK}`
  const pattern = new RegExp(`${START}(\\d{3})${between}(\\d{2})${between}(\\d{4})${END}`, 'g')
  return { name, pattern, alone }
}

/** Up to four signs, of which one may be no space: `536  10  7704`, `536 - 10 - 7704`, cells with a tab between. */
const WIDE = '(?:[ \\t]{1,4}|[ \\t]{0,2}[-./|+_:;,*][ \\t]{0,2})'

const LABELLED_GAP = `(?:${WIDE}|[- ./|+_]{0,2})`
const LABELLED = new RegExp(`^(\\d{3})${LABELLED_GAP}(\\d{2})${LABELLED_GAP}(\\d{4})(?!\\w)${END}`)

/**
 * Behind one of these, with no other word between, wide gaps are no columns of a table. A sign or `number` makes the
 * name of the thing one of its number: tables have rows that are called `Social Security`.
 */
const NAMED_RIGHT_BEFORE = new RegExp(
  '(?:(?<![\\p{L}\\p{N}])(?:ssns?|ssid|ss ?#)' +
    '|(?:social security|s[ée]curit[ée] sociale|seguro social|sozialversicherung|taxpayer id|tax id)' +
    '(?: (?:number|num|no\\.?|nr\\.?|#)| ?[:=#])|sozialversicherungs(?:nummer|nr\\.?))' +
    '[ \\t]{0,2}(?:(?:number|num|no\\.?|nr\\.?|#)[ \\t]{0,2})?["\'`*]{0,3}(?:[:=]|is|was|ist|lautet)?[ \\t"\'`*(]{0,4}$',
  'u',
)

/** The SSA's rules (https://www.ssa.gov/employer/randomization.html), in their order: area, group, serial number. */
export const US_SSN: UsSsnParts = {
  forms: [
    form('dashes', '-', true),
    form('spaces', ' ', false),
    form('points', '\\.', false),
    form('other signs', '(?: ?[/|+:;,*_] ?|\\) ?\\(|\\] ?\\[|["\'], ?["\'])', false),
    form('digits alone', '', false),
    { ...form('wide gaps', WIDE, false), isWide: true },
  ],
  contextWords: phrases(
    `ssn | ssns | ssid | ss# | ss # | social | sécurité sociale | securite sociale
     sozialversicherung | sozialversicherungsnummer | sozialversicherungsnr`,
  ),
  neverIssued: [/^000/, /^666/, /^9/, /^...00/, /0000$/],
}

const span = spanMaker('US_SSN', 'us-ssn', true)

/**
 * US Social Security numbers: with dashes anywhere, in other forms beside a word or under a label, with wide gaps right
 * behind the word. It cannot tell one from a part number of the same form.
 */
export function createUsSsn(parts: UsSsnParts): Recognizer {
  const context = new RegExp(`\\b${anyOf(parts.contextWords)}(?![a-z])`)
  const glued = new RegExp(`(?<![a-z])${anyOf(parts.contextWords)}_?$`)
  const isIssued = (digits: string) => !parts.neverIssued.some((pattern) => pattern.test(digits))
  return {
    name: 'us-ssn',
    entities: ['US_SSN'],
    readsIdentifiers: true,
    fewestDigits: 9,
    find(text, around) {
      const spans: Span[] = []
      for (const { pattern, alone, isWide } of parts.forms) {
        for (const match of matchesOf(text, pattern)) {
          const [whole, area = '', group = '', serial = ''] = match
          if (!isIssued(area + group + serial)) continue
          const end = match.index + whole.length
          const before = wordsBefore(text, match.index, around)
          const words = isWide === true ? NAMED_RIGHT_BEFORE : /\w$/.test(before) ? glued : context
          const named = words.test(before)
          if (alone || (named && !/\w/.test(text.charAt(end)))) spans.push(span(match.index, end, named ? 1 : 0.85))
        }
      }
      for (const [value, start] of labelledTexts(text, around, 'US_SSN')) {
        const [whole = '', area = '', group = '', serial = ''] = LABELLED.exec(value) ?? []
        if (whole !== '' && isIssued(area + group + serial)) spans.push(span(start, start + whole.length, 1))
      }
      return spans
    },
  }
}

export const usSsn = createUsSsn(US_SSN)
