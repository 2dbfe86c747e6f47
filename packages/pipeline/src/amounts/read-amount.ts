import { CODES, LETTER_SIGNS, NAMES, SCALES, WORD_CODES } from './currencies.ts'

function anyOf(words: readonly string[]): string {
  const escaped = words.toSorted((a, b) => b.length - a.length).map((word) => word.replace(/[$.]/g, '\\$&'))
  return `(?:${escaped.join('|')})`
}

/** In English and continental forms: `5,000.00`, `5.000,00`, `5 000`, `5'000`, `5000`, `0.47`. */
const WRITTEN = String.raw`\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,5}(?:[.,]\d{1,2})?(?!\d)|\d{1,15}(?:[.,]\d{1,2})?(?!\d)`
const SPACE = String.raw`[ \u00a0\u202f]`
const SCALE = String.raw`(?:${SPACE}?${anyOf(SCALES)}(?![\p{L}\p{N}]))`
const SIGN = String.raw`(?:${anyOf(LETTER_SIGNS)}|\p{Sc})`

const AMOUNT = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_$.,])(?:${SIGN}|${anyOf(CODES)})${SPACE}?(?:${WRITTEN})(?:${SCALE})?`,
    String.raw`(?<![\p{L}\p{N}_.,/:-])(?:${WRITTEN})(?:${SCALE})?(?:${SPACE}de)?${SPACE}?(?:${SIGN}|${anyOf([...CODES, ...WORD_CODES])}|(?:${namesInAnyCase()}))`,
  ]
    .map((form) => `${form}(?![\\p{L}\\p{N}_])(?![.,]\\d)`)
    .join('|'),
  'gu',
)

/** With a capital or without. */
function namesInAnyCase(): string {
  return anyOf([...new Set(NAMES.flatMap((name) => [name, name.charAt(0).toUpperCase() + name.slice(1)]))])
}

/** Where a sum of money stands in a text, in code units. */
interface AmountPlace {
  readonly start: number
  readonly end: number
  /** 0..1. */
  readonly confidence: number
}

/** In programs and patterns, `$1` is a name. */
const NAME_IN_PROGRAM = /^\$\d{1,2}$/

/** The sums of money of a text: a number with a sign, an ISO 4217 code or a name of a currency beside it. Linear. */
export function amountsIn(text: string): readonly AmountPlace[] {
  const places: AmountPlace[] = []
  for (const { 0: written, index } of text.matchAll(AMOUNT)) {
    places.push({ start: index, end: index + written.length, confidence: NAME_IN_PROGRAM.test(written) ? 0.4 : 0.85 })
  }
  return places
}

const FIRST_NUMBER = new RegExp(WRITTEN, 'u')
const GROUPED = /^(\d{1,3})(?:([.,'’ \u00a0\u202f])\d{3})(?:\2\d{3})*$/

/**
 * A sum of money rounded to one significant digit, in its own signs and words, with `about` before it: `$5,432.10` is
 * `about $5,000`. Undefined for a text without a number.
 */
export function roundAmount(text: string): string | undefined {
  const match = FIRST_NUMBER.exec(text)
  if (match === null) return undefined
  const [written] = match
  const { value, separator, decimal } = readNumber(written)
  const behind = text.slice(match.index + written.length)
  return `about ${text.slice(0, match.index)}${writeRounded(value, separator, decimal)}${behind}`
}

function readNumber(written: string) {
  const [, separator = ''] = GROUPED.exec(written) ?? []
  if (separator !== '') {
    const grouped = GROUPED.exec(written)?.[2] ?? ''
    return { value: Number(written.replace(/\D/g, '')), separator: grouped, decimal: grouped === '.' ? ',' : '.' }
  }
  const at = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  if (at < 0) return { value: Number(written), separator: '', decimal: '.' }
  const whole = written.slice(0, at).replace(/\D/g, '')
  const grouped = /\D/.exec(written.slice(0, at))?.[0] ?? ''
  return { value: Number(`${whole}.${written.slice(at + 1)}`), separator: grouped, decimal: written.charAt(at) }
}

function writeRounded(value: number, separator: string, decimal: string): string {
  const rounded = Number(value.toPrecision(1))
  if (rounded > 0 && rounded < 1) return rounded.toFixed(2).replace(/0$/, '').replace('.', decimal)
  return rounded.toFixed(0).replace(/\B(?=(?:\d{3})+$)/g, separator)
}
