import {
  isKnownWord,
  isModifierOnly,
  PAST,
  PLURAL,
  verbOfIng,
  verbOfParticiple,
  verbOfPast,
  withoutS,
} from './inflection.ts'
import { ASSISTANT_VERBS, BE, BOUNDARIES, NUMBERS, SYNONYM_OF } from './lexicon.ts'

/** Stands before a word that no rule may touch. */
export const LITERAL = '"'

/** A word without what its form says, under the name that its synonyms share. `before` is the word that it follows. */
export function plainWord(word: string, before: string | undefined): string {
  if (word.startsWith(LITERAL)) return word
  if (BE.has(word)) return 'be'
  const number = NUMBERS.get(word)
  if (number !== undefined) return number
  if (KEPT.has(word)) return word
  const past = verbOfPast(word) ?? verbOfParticiple(word)
  if (past !== undefined && past !== word) return `${SYNONYM_OF.get(past) ?? past}${PAST}`
  const verb = verbOfIng(word)
  if (verb !== undefined && (BE.has(before ?? '') || !isKnownWord(word))) return SYNONYM_OF.get(verb) ?? verb
  const base = withoutS(word, isNounAfter(before))
  if (!base.endsWith(PLURAL)) return SYNONYM_OF.get(base) ?? base
  const noun = base.slice(0, -PLURAL.length)
  return `${SYNONYM_OF.get(noun) ?? noun}${PLURAL}`
}

/** Behind these a word in `s` is a verb: `who plays`, `it works`, `sits and waits`. */
const BEFORE_VERBS: ReadonlySet<string> = new Set(
  'i you he she it we they who what which that this and or not'.split(' '),
)

/** Whether a word behind that one is a noun rather than a verb of the third person. */
function isNounAfter(before: string | undefined): boolean {
  if (before === undefined || ASSISTANT_VERBS.has(before) || isModifierOnly(before)) return true
  return (BOUNDARIES.has(before) && !BEFORE_VERBS.has(before)) || NUMBERS.has(before) || /^\d/.test(before)
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
