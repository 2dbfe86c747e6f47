import { isKnownWord, PAST, PLURAL, verbOfIng, verbOfParticiple, verbOfPast, withoutS } from './inflection.ts'
import { BE, NUMBERS, SYNONYM_OF } from './lexicon.ts'

/** A word without what its form says, under the name that its synonyms share. */
export function plainWord(word: string, before: string | undefined): string {
  if (word.startsWith('"')) return word
  if (BE.has(word)) return 'be'
  const number = NUMBERS.get(word)
  if (number !== undefined) return number
  if (KEPT.has(word)) return word
  const past = verbOfPast(word) ?? verbOfParticiple(word)
  if (past !== undefined && past !== word) return `${SYNONYM_OF.get(past) ?? past}${PAST}`
  const verb = verbOfIng(word)
  if (verb !== undefined && (before === 'be' || !isKnownWord(word))) return SYNONYM_OF.get(verb) ?? verb
  const base = withoutS(word)
  if (!base.endsWith(PLURAL)) return SYNONYM_OF.get(base) ?? base
  const noun = base.slice(0, -PLURAL.length)
  return `${SYNONYM_OF.get(noun) ?? noun}${PLURAL}`
}

/** Words whose endings are no inflection. */
const KEPT: ReadonlySet<string> = new Set([
  'this',
  'was',
  'his',
  'its',
  'during',
  'something',
  'anything',
  'nothing',
  'need',
])
