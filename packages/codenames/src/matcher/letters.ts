/** What a code unit is to the codename matcher. */
export const OUTSIDE = 1
/** A letter that is no capital, or a mark that makes another letter of it. */
export const SMALL = 2
export const CAPITAL = 3
const DIGIT = 4
/** An accent: it belongs to the word and is not compared. */
export const ACCENT = 5
/** The first half of a code point above U+FFFF. */
export const HIGH = 6

/** By code unit; 0 where it has not been found out yet. */
const kinds = new Uint8Array(0x1_0000)
/** By code unit: the letter that it is compared as. */
const folded = new Uint16Array(0x1_0000)

/** What the code unit is. */
export function kindOf(code: number): number {
  return kinds[code] || findOut(code)
}

/** The code unit that a letter or digit is compared as: small, and without its accent. Call `kindOf` before. */
export function foldedLetter(code: number): number {
  return folded[code] ?? code
}

/** As `kindOf`, for a code point above U+FFFF. */
export function kindOfPoint(character: string): number {
  if (/\p{Lu}/u.test(character)) return CAPITAL
  if (/[\p{L}\p{M}]/u.test(character)) return SMALL
  return /\p{N}/u.test(character) ? DIGIT : OUTSIDE
}

function findOut(code: number): number {
  const character = String.fromCharCode(code)
  const kind = kindOfUnit(character)
  kinds[code] = kind
  folded[code] = withoutAccent(character).charCodeAt(0)
  return kind
}

function kindOfUnit(character: string): number {
  if (/[\uD800-\uDBFF]/.test(character)) return HIGH
  // Marks of one script (the vowels of Thai or Hindi) make other words; accents and the points of Hebrew do not.
  if (/[\p{Script=Inherited}\p{Script=Hebrew}]/u.test(character) && /\p{Mn}/u.test(character)) return ACCENT
  return kindOfPoint(character)
}

/**
 * A letter in small, without the accents that it is composed of (UAX #15, NFD). In Latin, Greek and Cyrillic only: in
 * kana the mark makes another syllable. What would become longer stays as it is.
 */
function withoutAccent(character: string): string {
  const small = character.toLowerCase()
  const base = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character)
    ? small.normalize('NFD').replace(/\p{Mn}+/gu, '')
    : small
  // The sigma that ends a word.
  if (base === 'ς') return 'σ'
  return base.length === 1 ? base : character
}
