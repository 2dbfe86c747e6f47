import { type CodenameIndex, type CodenameSpan, openCodenameIndex } from '@sluice/codenames'
import { readLookAlikes } from '@sluice/text-folding'
import type { Recognizer, Span } from '../recognizer.ts'
import { readDigitsAsLetters } from './digits-as-letters.ts'

/**
 * Finds a tenant's terms in any letter case, in compatibility forms, with or without accents, and where `_`, `-`, a
 * change of case or a digit ends a word, so `lookup_nightfall_status` holds the term Nightfall, and so does
 * `night_fall`: up to four parts are read together. The time to read a text does not depend on the number of terms.
 *
 * Plurals, genitives and some compounds (`Nightfalls`, `Nightfallteam`) are found, and digits in the place of letters
 * (`N1ghtfall`). It cannot see a term that is misspelled or translated.
 */
export function createCodenameRecognizer(memory: SharedArrayBuffer): Recognizer {
  const index = openCodenameIndex(memory)
  return {
    name: 'codename',
    entities: ['CODENAME'],
    readsIdentifiers: true,
    fewestDigits: 0,
    find: (text) => (index.isEmpty ? NONE : findInEveryReading(text, index)),
  }
}

const NONE: readonly Span[] = []

/** Words that are nothing but look-alikes are read both as they are and in Latin letters. */
function findInEveryReading(text: string, index: CodenameIndex): readonly Span[] {
  const spans = index.find(text)
  const latin = readLookAlikes(text, 'all')
  const all = latin === text ? [...spans] : spans.concat(index.find(latin))
  for (const reading of readDigitsAsLetters(text)) {
    for (const span of index.find(reading)) if (isReadIn(span, text, reading)) all.push(span)
  }
  return all.map(asSpan)
}

/** A shorter term is too easily read into a code of letters and digits. */
const FEWEST_LETTERS = 5

/** Whether a span has a digit or sign in it that was read as a letter. */
function isReadIn({ start, end }: CodenameSpan, text: string, reading: string): boolean {
  return end - start >= FEWEST_LETTERS && text.slice(start, end) !== reading.slice(start, end)
}

function asSpan({ start, end, level, replacement }: CodenameSpan): Span {
  const span = { start, end, level, entity: 'CODENAME', confidence: 1, recognizer: 'codename', verified: true } as const
  return replacement === undefined ? span : { ...span, replacement }
}
