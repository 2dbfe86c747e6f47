import { phrases, words } from '../../phrases.ts'
import type { Claim, Worded } from '../worded.ts'
import { labelledWord } from './labelled-word.ts'
import { standsAlone } from './stands-alone.ts'

export const SEX_LABELS: readonly string[] = phrases(`
  sex | gender | biological sex | geschlecht | sexo | género | sexe | genre | sesso | genere | gênero | geslacht`)

export const SEX_WORDS: readonly string[] = words(`
  male female man woman boy girl männlich weiblich mann frau varón mujer hombre masculino femenino homme femme masculin
  féminin uomo donna maschio femmina homem mulher feminino vrouw vrouwelijk mannelijk niño niña`)

const VALUE =
  /(?:[MFHVWDX]|male|female|man|woman|non-?binary|divers|männlich|weiblich|varón|mujer|hombre|masculino|femenino|homme|femme|masculin|féminin|uomo|donna|maschio|femmina|maschile|femminile|homem|mulher|feminino|vrouw|vrouwelijk|mannelijk)(?![\p{L}\p{N}])/iuy

/**
 * The sex of a person, by itself a weak quasi-identifier: sure behind a label, less so beside an age, and otherwise an
 * ordinary word.
 */
export const SEX: readonly Worded[] = [
  { entity: 'SEX', phrases: SEX_LABELS, find: (text, end) => labelledWord(text, end, VALUE) },
  { entity: 'SEX', phrases: SEX_WORDS, find: wordAt },
]

/** `47-year-old `, `47 y/o `. */
const AGE_BEFORE = /\d[ -]?(?:years?|yrs?|y)?[ ./-]{0,2}(?:olds?|o\.?|jährige[rnms]?|ans|años)[ ,]{1,2}$/i
/** ` de 47 años`, `, 47,`. */
const AGE_BEHIND = /(?:,? (?:de|di|von|van|aged?)|,) \d{1,3}\b/iy

function wordAt(text: string, end: number, start: number): readonly Claim[] {
  if (!standsAlone(text, start, end)) return []
  AGE_BEHIND.lastIndex = end
  const isBesideAge = AGE_BEHIND.test(text) || AGE_BEFORE.test(text.slice(Math.max(0, start - 20), start))
  return [{ start, end, confidence: isBesideAge ? 0.6 : 0.3, isGuess: true }]
}
