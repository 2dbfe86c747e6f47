import {
  apostrophes,
  compatibility,
  dashes,
  digits,
  drawnLetters,
  invisible,
  openingQuotes,
  shortCompatibility,
  spaces,
  unseen,
} from './characters.ts'
import { readEscapes } from './escapes.ts'
import { chained, type FoldedText } from './folded-text.ts'
import { readInvisible } from './invisible-carriers.ts'
import { readMarkup } from './markup.ts'
import { readSpelledOut } from './spelled-out.ts'
import { TextFolder } from './text-folder.ts'

const values = new TextFolder({
  tables: [invisible, unseen, spaces, dashes, apostrophes, digits, shortCompatibility],
  smallLetters: false,
  oneSpace: false,
  lookAlikes: 'mixed',
})

const phrases = new TextFolder({
  tables: [invisible, spaces, dashes, apostrophes, openingQuotes, digits, drawnLetters, compatibility],
  smallLetters: true,
  oneSpace: true,
  lookAlikes: 'all',
})

/**
 * For recognizers of values and for codenames: letters keep their case, every line and space stays, and no text becomes
 * longer. Escapes are read first; with `escapes` false they stay as they were written.
 */
export function foldForValues(text: string, escapes = true): FoldedText {
  if (!escapes) return foldValues(text)
  const read = readEscapes(text)
  return chained(foldValues(read.text), read)
}

/** The full stop of ideographs, as a point where names of domains have it (UTS #46, section 2.3). */
const WIDE_POINT = /(?<=[A-Za-z0-9])[\u3002\uFF61](?=[A-Za-z0-9])/g

function foldValues(text: string): FoldedText {
  const folded = values.fold(text)
  return /[\u3002\uFF61]/.test(folded.text) ? { ...folded, text: folded.text.replace(WIDE_POINT, '.') } : folded
}

/** For patterns of phrases: small letters with one space between words; every way to draw a letter is that letter. */
export function foldForPhrases(text: string): FoldedText {
  return phrases.fold(text)
}

/**
 * The text with what carries its values read through: invisible characters, markup and quoted-printable, digits in
 * words and letters that stand apart; undefined where that changes nothing. `folded` is the text as `foldForValues`
 * reads it. Linear.
 */
export function foldThroughCarriers(text: string, folded: FoldedText): FoldedText | undefined {
  const seen = readInvisible(text)
  const visible = seen.text === text ? folded : chained(foldForValues(seen.text), seen)
  const plain = readMarkup(visible.text)
  const spelled = readSpelledOut(plain.text)
  if (spelled.text === folded.text) return undefined
  return chained(spelled, chained(plain, visible))
}
