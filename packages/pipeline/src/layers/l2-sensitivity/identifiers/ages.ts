import { phrases, words } from '../phrases.ts'
import type { Claim, Worded } from './worded.ts'

/** Before an age. `età` without its accent is a time of arrival. */
export const AGE_WORDS: readonly string[] = words('age aged alter edad âge âgé âgée età idade leeftijd')
/** Before the age that somebody reaches. */
export const TURN_WORDS: readonly string[] = words('turn turns turned turning cumple cumplió')
/** Behind an age. */
export const OLD_PHRASES: readonly string[] = phrases(`
  year old | years old | year olds | yr old | yrs old | yo | y o | jahre alt | jährige | jähriger | jährigen | jähriges |
  jährigem | jährig | jarige | jaar oud`)
/** Years, which are an age behind words of a person or before words for one. */
export const YEAR_WORDS: readonly string[] = words('años ans anni anos jaar')

/**
 * How old somebody is, in years. Those over 89, which HIPAA counts as identifying (45 CFR 164.514(b)(2)(i)(C)), have a
 * score of 0.9. It cannot see ages in words (`forty-two`) and in months.
 */
export const AGES: readonly Worded[] = [
  { entity: 'AGE', phrases: AGE_WORDS, find: behindWord },
  { entity: 'AGE', phrases: TURN_WORDS, find: behindTurn },
  { entity: 'AGE', phrases: OLD_PHRASES, find: beforeOld },
  { entity: 'AGE', phrases: YEAR_WORDS, find: beforeYears },
]

/** No part of a date, of a longer number or of a measure. */
const NUMBER = String.raw`(\d{1,3})(?![\w%°€$£]|[.,:/-]\d| ?(?:%|percent|minutes?|seconds?|hours?|days?|weeks?|months?|km|ms|px|degrees?)\b)`
const BEHIND = new RegExp(
  `["'\`*)]{0,3}[ \\t]{0,3}(?:[:=#-]\\s{0,3}["'\`*]{0,3}|(?:of|is|was|de|von|di|ist|es|est|è|é|los|van)\\s)?\\s{0,2}${NUMBER}`,
  'iy',
)

function behindWord(text: string, end: number, start: number): readonly Claim[] {
  if (!hasDigit(text, end, end + 10)) return []
  const word = text.slice(start, end)
  // `alter` is a verb in English and in SQL.
  if (/^eta$/i.test(word) || (/^alter$/i.test(word) && !/^Alter(?: von |\s?[:=])/.test(text.slice(start, end + 5))))
    return []
  return placeOf(BEHIND, text, end, 0.8)
}

const TURN = new RegExp(
  ` ${NUMBER}(?= ?(?:$|[.,;!?)\n]|(?:years|años|on|in|this|next|last|today|tomorrow|yesterday|and|when|el|en)\\b))`,
  'iy',
)

function behindTurn(text: string, end: number): readonly Claim[] {
  return hasDigit(text, end, end + 2) ? placeOf(TURN, text, end, 0.6) : []
}

function placeOf(pattern: RegExp, text: string, from: number, confidence: number): readonly Claim[] {
  pattern.lastIndex = from
  const [, age = ''] = pattern.exec(text) ?? []
  return isAge(age) ? [claimOf(age, pattern.lastIndex - age.length, confidence)] : []
}

const BEFORE_OLD = /(?<![\w.,/-])(\d{1,3})[ -]?(?:years?|yrs?|jahre|jaar|y)[ ./-]{1,2}$/i
const BEFORE_WORD = /(?<![\w.,/-])(\d{1,3})[ -]?$/i

function beforeOld(text: string, end: number, start: number): readonly Claim[] {
  if (!hasDigit(text, start - 10, start)) return []
  return before(/^(?:olds?|alt|oud|o)$/i.test(text.slice(start, end)) ? BEFORE_OLD : BEFORE_WORD, text, start, 0.8)
}

const BEFORE_YEARS = /(?<![\w.,/-])(\d{1,3}) {1,2}$/
const OF_PERSON =
  /(?:\b(?:mujer|varón|varon|hombre|niñ[oa]|paciente|femme|homme|fille|garçon|patiente?|donna|uomo|paziente|mulher|homem|vrouw|man)(?: (?:de|di|van) |, )|\b(?:edad|idade|tiene|tengo|tenía|ho|ha|tem|tenho)[: ]{1,2}|\bâgée? de |\blos )$/iu
const OLD_BEHIND = / (?:de edad|d['’]âge|de idade|di età|oud)\b/iy

function beforeYears(text: string, end: number, start: number): readonly Claim[] {
  if (!hasDigit(text, start - 3, start)) return []
  const [claim] = before(BEFORE_YEARS, text, start, 0.8)
  if (claim === undefined) return []
  OLD_BEHIND.lastIndex = end
  if (OLD_BEHIND.test(text) || OF_PERSON.test(text.slice(Math.max(0, claim.start - 16), claim.start))) return [claim]
  // `un contrato de 5 años` is none, `Ana, de 52 años,` is one.
  return /\b(?:de|di)\s$/i.test(text.slice(Math.max(0, claim.start - 4), claim.start)) &&
    Number(text.slice(claim.start, claim.end)) > 15
    ? [{ ...claim, confidence: 0.6 }]
    : []
}

function before(pattern: RegExp, text: string, end: number, confidence: number): readonly Claim[] {
  const from = Math.max(0, end - 16)
  const match = pattern.exec(text.slice(from, end))
  const [, age = ''] = match ?? []
  if (match === null || !isAge(age)) return []
  return [claimOf(age, from + match.index, confidence)]
}

/** Few people are as old as 90, so that the age may say who is meant. */
function claimOf(age: string, start: number, confidence: number): Claim {
  return { start, end: start + age.length, confidence: Number(age) >= 90 ? 0.9 : confidence, isGuess: true }
}

/** The oldest person known has reached 122. */
function isAge(written: string): boolean {
  return written !== '' && Number(written) <= 122
}

/** Whether there is a digit so near: most words are away from any. */
function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = Math.max(0, from); at < to && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 0x30 && code <= 0x39) return true
  }
  return false
}
