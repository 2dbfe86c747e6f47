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
  if (!escapes) return values.fold(text)
  const read = readEscapes(text)
  return chained(values.fold(read.text), read)
}

/** For patterns of phrases: small letters with one space between words; every way to draw a letter is that letter. */
export function foldForPhrases(text: string): FoldedText {
  return phrases.fold(text)
}
