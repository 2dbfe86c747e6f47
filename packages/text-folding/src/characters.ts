/** What one kind of character is read as; undefined for a character of another kind. */
export type CharacterTable = (character: string) => string | undefined

/**
 * Characters without a form of their own: zero-width spaces and joiners, the soft hyphen, variation selectors,
 * bidirectional marks (UAX #44, Default_Ignorable_Code_Point, and the general category Cf:
 * https://www.unicode.org/reports/tr44/).
 */
export const invisible: CharacterTable = (character) =>
  /\p{Default_Ignorable_Code_Point}|\p{Cf}/u.test(character) ? '' : undefined

/**
 * What no reader sees and no value holds: control characters but white space, halves of a code point, private use and
 * noncharacters (UAX #44, general categories Cc, Cs, Co, and Noncharacter_Code_Point).
 */
export const unseen: CharacterTable = (character) => {
  if (/[\t\n\r]/.test(character)) return undefined
  // Form feed, vertical tab and next line part words; Braille without a dot is drawn as a space.
  if (/[\f\v\u0085\u2800]/.test(character)) return ' '
  return /\p{Cc}|\p{Cs}|\p{Co}|\p{Noncharacter_Code_Point}/u.test(character) ? '' : undefined
}

/** Spaces and line separators (UAX #44, general categories Zs, Zl and Zp). */
export const spaces: CharacterTable = (character) => (/[\p{Zs}\p{Zl}\p{Zp}]/u.test(character) ? ' ' : undefined)

/** Dashes (UAX #44, general category Pd) and the minus sign. */
export const dashes: CharacterTable = (character) => (/\p{Pd}|\u2212/u.test(character) ? '-' : undefined)

/** The apostrophe as Unicode recommends it, and as a letter (The Unicode Standard, section 6.2, "Apostrophes"). */
export const apostrophes: CharacterTable = (character) => (/[\u2019\u02BC]/.test(character) ? "'" : undefined)

/** Single quotation marks that open. */
export const openingQuotes: CharacterTable = (character) => (/[\u2018\u201B]/.test(character) ? "'" : undefined)

/** Decimal digits of every script: they stand in runs of ten, 0 first (The Unicode Standard, section 4.6). */
export const digits: CharacterTable = (character) => {
  if (!/\p{Nd}/u.test(character)) return undefined
  const point = character.codePointAt(0) ?? 0
  // Five such runs follow each other without a gap: the mathematical digits.
  if (point >= 0x1d7ce && point <= 0x1d7ff) return String((point - 0x1d7ce) % 10)
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}

/** Compatibility forms: full-width, circled, mathematical (UAX #15, NFKC: https://www.unicode.org/reports/tr15/). */
export const compatibility: CharacterTable = (character) => character.normalize('NFKC')

/** As `compatibility`, where the text becomes no longer by it, in UTF-16 code units. */
export const shortCompatibility: CharacterTable = (character) => {
  const compatible = character.normalize('NFKC')
  return compatible.length <= character.length ? compatible : undefined
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Small capitals, of the letters that have one (https://www.unicode.org/charts/PDF/U1D00.pdf, and U0250, UA720). */
const SMALL_CAPITALS: ReadonlyMap<string, string> = new Map(
  'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** White letters in black circles and squares, A first (https://www.unicode.org/charts/PDF/U1F100.pdf). */
const BLACK_LETTERS = [0x1f150, 0x1f170]

/** Drawn letters that NFKC leaves as they are: small capitals, white letters in black circles and squares. */
export const drawnLetters: CharacterTable = (character) => {
  const small = SMALL_CAPITALS.get(character)
  if (small !== undefined) return small
  const point = character.codePointAt(0) ?? 0
  const first = BLACK_LETTERS.find((start) => point >= start && point < start + LETTERS.length)
  return first === undefined ? undefined : LETTERS.charAt(point - first)
}
