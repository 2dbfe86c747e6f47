import { phrases } from '../../phrases.ts'
import { beside, type Identifier } from '../identifier.ts'
import { standsAlone } from '../people/stands-alone.ts'
import type { Worded } from '../worded.ts'
import { CONDITIONS, CONDITIONS_ELSEWHERE } from './conditions.ts'

/** Illnesses by name; beside a person they are of that person, as far as anybody can tell. */
export const DIAGNOSES: Worded = {
  entity: 'DIAGNOSIS',
  phrases: [...new Set([...CONDITIONS, ...CONDITIONS_ELSEWHERE])],
  find: (text, end, _start, from) =>
    standsAlone(text, from, end) ? [{ start: from, end, confidence: 0.7, isGuess: true }] : [],
}

/** Illnesses by code. */
export const DIAGNOSIS_CODES: Identifier = {
  entity: 'DIAGNOSIS',
  // Chapters I to XXII: a letter, two characters, and up to four behind a point.
  source: 'https://icd.who.int/browse10/2019/en and https://www.cms.gov/medicare/coding-billing/icd-10-codes',
  forms: [beside('a3', '[A-Z]\\d[\\dAB](?:\\.[\\dA-Z]{1,4})?[GVAZ]?')],
  words: phrases(`
    icd | icd 10 | icd 10 cm | icd 10 gm | icd code | diagnosis | diagnoses | diagnosis code | dx | diagnosed with | diagnose | diagnosen | diagnóstico |
    diagnostic | diagnosi | cie 10 | cim 10 | cid 10`),
  checks: [(_value, written) => /^[A-Z]/.test(written)],
}
