import { MODIFIER_FILTER, NOUN_FILTER, VERB_FILTER } from './generated/wordnet.ts'
import { IRREGULAR_PARTICIPLES, IRREGULAR_PASTS, isIrregularForm } from './irregular-verbs.ts'
import { WordFilter } from './word-filter.ts'

const nouns = new WordFilter(NOUN_FILTER)
const verbs = new WordFilter(VERB_FILTER)
const modifiers = new WordFilter(MODIFIER_FILTER)

const IRREGULAR_PLURALS: ReadonlyMap<string, string> = new Map([
  ['children', 'child'],
  ['kids', 'child'],
  ['men', 'man'],
  ['guys', 'man'],
  ['ladies', 'woman'],
  ['women', 'woman'],
  ['mice', 'mouse'],
  ['feet', 'foot'],
  ['teeth', 'tooth'],
  ['geese', 'goose'],
  ['wives', 'wife'],
  ['knives', 'knife'],
  ['wolves', 'wolf'],
  ['shelves', 'shelf'],
  ['criteria', 'criterion'],
  ['phenomena', 'phenomenon'],
  ['matrices', 'matrix'],
  ['vertices', 'vertex'],
  ['indices', 'index'],
])

/** Nouns of the plural that are also in everyday use as the form of a verb: `how does it work`, `how it works`. */
const VERB_FORMS: ReadonlyMap<string, string> = new Map([
  ['works', 'work'],
  ['looks', 'look'],
  ['does', 'do'],
  ['goes', 'go'],
  ['means', 'mean'],
  ['has', 'have'],
])

/** Whether WordNet has the word in any part of speech; 1 of 270 unknown words is taken for known. */
export function isKnownWord(word: string): boolean {
  return nouns.has(word) || verbs.has(word) || modifiers.has(word)
}

/** Whether a word is an adjective or adverb and nothing else. */
export function isModifierOnly(word: string): boolean {
  return modifiers.has(word) && !nouns.has(word) && !verbs.has(word)
}

/** Whether WordNet has the word or what its ending is taken from. */
export function isEnglishForm(word: string): boolean {
  if (isKnownWord(word) || isIrregularForm(word)) return true
  return withoutS(word) !== word || verbOfIng(word) !== undefined || verbOfPast(word) !== undefined
}

/** Ends a noun that stood in the plural and that is no verb. */
export const PLURAL = '~s'

/** Ends a verb of the past. */
export const PAST = '~d'

/**
 * The singular of a noun and `PLURAL`, or a verb without the `s` of the third person; the word itself where that is no
 * word. `isNoun` says that what may be both is a noun.
 */
export function withoutS(word: string, isNoun = false): string {
  const noun = IRREGULAR_PLURALS.get(word)
  if (noun !== undefined) return `${noun}${PLURAL}`
  const verb = VERB_FORMS.get(word)
  if (verb !== undefined) return verb
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  // `news`, `species`, `glasses`: a word of its own.
  if (nouns.has(word) || modifiers.has(word)) return word
  const candidates = word.endsWith('ies')
    ? [`${word.slice(0, -3)}y`, word.slice(0, -1)]
    : /(?:ses|xes|zes|ches|shes|oes)$/.test(word)
      ? [word.slice(0, -1), word.slice(0, -2)]
      : [word.slice(0, -1)]
  const base = candidates.find((candidate) => nouns.has(candidate) || verbs.has(candidate))
  if (base === undefined) return word
  return verbs.has(base) && !(isNoun && nouns.has(base)) ? base : `${base}${PLURAL}`
}

/** The verb of a form in `ing`; `undefined` where it is none. */
export function verbOfIng(word: string): string | undefined {
  if (word.length < 5 || !word.endsWith('ing')) return undefined
  return verbOfStem(word.slice(0, -3))
}

/** The verb of a regular or listed past participle; `undefined` where it is none. */
export function verbOfParticiple(word: string): string | undefined {
  const irregular = IRREGULAR_PARTICIPLES.get(word)
  if (irregular !== undefined) return irregular
  if (word.length < 4 || !word.endsWith('ed')) return undefined
  if (word.endsWith('ied')) return verbs.has(`${word.slice(0, -3)}y`) ? `${word.slice(0, -3)}y` : undefined
  return verbOfStem(word.slice(0, -2))
}

/** The verb of a form of the past tense. */
export function verbOfPast(word: string): string | undefined {
  return IRREGULAR_PASTS.get(word) ?? (word.endsWith('ed') ? verbOfParticiple(word) : undefined)
}

function verbOfStem(stem: string): string | undefined {
  const last = stem.at(-1)
  const isDoubled = last !== undefined && last === stem.at(-2) && !/[aeiou]/.test(last)
  if (isDoubled && verbs.has(stem.slice(0, -1)) && !/(?:ss|ll|ff|zz)$/.test(stem)) return stem.slice(0, -1)
  // `hoping` comes of hope, `jumping` of jump: after one vowel and one consonant an e was dropped.
  if (verbs.has(`${stem}e`) && (/[^aeiou][aeiouy][^aeiouwxy]$/.test(stem) || !verbs.has(stem))) return `${stem}e`
  if (verbs.has(stem)) return stem
  if (isDoubled && verbs.has(stem.slice(0, -1))) return stem.slice(0, -1)
  return undefined
}
