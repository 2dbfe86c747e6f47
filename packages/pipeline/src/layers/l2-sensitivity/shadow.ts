import { findTokens } from '@sluice/token-vault'

/** A text as recognizers read it, and the way back to the text as it was written. */
export interface Shadow {
  readonly text: string
  /** The place in the written text, in UTF-16 code units, of a place in the shadow. */
  toOriginal(index: number): number
}

/** Stands where one of the gateway's own tokens stands: no letter, no digit, no separator. */
const MASK = '\uE000'

const BEYOND_ASCII = /[^\t\n\r -~]/

/**
 * Makes the ways to write the same value alike: compatibility forms (full-width and mathematical letters and digits,
 * Unicode NFKC) to ASCII, decimal digits of other scripts to ASCII, every space to a space, every dash to `-`, and
 * invisible characters (zero-width, soft hyphen, bidirectional marks) to nothing. Own tokens are masked out. Linear.
 */
export function shadowOf(text: string): Shadow {
  const masked = maskTokens(text)
  if (!BEYOND_ASCII.test(masked)) return { text: masked, toOriginal: asWritten }
  return foldedShadow(masked)
}

function asWritten(index: number): number {
  return index
}

/** Code points below are taken as they are; what `fold` makes of the others is remembered here. */
const folded = new Map<number, string>()
const MAX_FOLDED = 4096

function foldedShadow(text: string): Shadow {
  const parts: string[] = []
  const origins = new Uint32Array(text.length + 1)
  let length = 0
  let index = 0
  while (index < text.length) {
    const point = text.codePointAt(index) ?? 0
    const by = point < 0x80 ? String.fromCharCode(point) : foldPoint(point)
    for (let i = 0; i < by.length; i += 1) origins[length + i] = index
    length += by.length
    parts.push(by)
    index += point > 0xffff ? 2 : 1
  }
  origins[length] = text.length
  return { text: parts.join(''), toOriginal: (at) => origins[at] ?? text.length }
}

function foldPoint(point: number): string {
  const known = folded.get(point)
  if (known !== undefined) return known
  const by = fold(String.fromCodePoint(point))
  if (folded.size < MAX_FOLDED) folded.set(point, by)
  return by
}

/** Never longer, in UTF-16 code units, than what it was: the map of origins is sized by the written text. */
function fold(character: string): string {
  if (/\p{Default_Ignorable_Code_Point}|\p{Cf}/u.test(character)) return ''
  if (/[\p{Zs}\u2028\u2029]/u.test(character)) return ' '
  if (/\p{Pd}|\u2212/u.test(character)) return '-'
  if (character === '\u2019' || character === '\u02BC') return "'"
  if (/\p{Nd}/u.test(character)) return String(digitOf(character.codePointAt(0) ?? 0))
  const compatible = character.normalize('NFKC')
  return compatible.length <= character.length ? compatible : character
}

/** Decimal digits stand in runs of ten, 0 first (Unicode Standard, section 4.6). */
function digitOf(point: number): number {
  if (point >= 0x1d7ce && point <= 0x1d7ff) return (point - 0x1d7ce) % 10
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return point - zero
}

function maskTokens(text: string): string {
  // Every token has one between its type and its id.
  if (!text.includes('_')) return text
  const tokens = findTokens(text)
  if (tokens.length === 0) return text
  const parts: string[] = []
  let copied = 0
  for (const { start, end } of tokens) {
    parts.push(text.slice(copied, start), MASK.repeat(end - start))
    copied = end
  }
  parts.push(text.slice(copied))
  return parts.join('')
}
