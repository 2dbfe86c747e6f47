import {
  hasCyrillicSurnameEnding,
  isAmbiguousCyrillicName,
  isCyrillicGivenName,
  isCyrillicPatronymic,
  isCyrillicSurname,
} from './cyrillic-names.ts'
import { AMBIGUOUS_GIVEN_NAMES, GIVEN_NAMES } from './given-names.ts'
import { hasGreekSurnameEnding, isAmbiguousGreekName, isGreekGivenName, isGreekSurname } from './greek-names.ts'
import { SURNAMES } from './surnames.ts'

/** U+0370 to U+03FF and U+0400 to U+04FF (https://www.unicode.org/charts); Greek comes first. */
const FIRST_GREEK = 0x370
const FIRST_CYRILLIC = 0x400
const LAST_CYRILLIC = 0x4ff

/** Whether a word, in small letters, is a given name that the lists know, or several with hyphens (`anna-maria`). */
export function isGivenName(lower: string): boolean {
  return GIVEN_NAMES.has(lower) || isOf(lower, isCyrillicGivenName, isGreekGivenName) || everyPart(lower, isGivenName)
}

/** Whether a given name is also a common word, a month, a place or a make: alone it says nothing. */
export function isAmbiguousGivenName(lower: string): boolean {
  return AMBIGUOUS_GIVEN_NAMES.has(lower) || isOf(lower, isAmbiguousCyrillicName, isAmbiguousGreekName)
}

/** Whether a word, in small letters, is a family name that the lists know, or several with hyphens. */
export function isSurname(lower: string): boolean {
  return SURNAMES.has(lower) || isOf(lower, isCyrillicSurname, isGreekSurname) || everyPart(lower, isSurname)
}

/** Whether a word of Cyrillic or Greek letters has the ending of a family name or a patronymic. */
export function hasSurnameEnding(lower: string): boolean {
  return isOf(lower, (word) => isCyrillicPatronymic(word) || hasCyrillicSurnameEnding(word), hasGreekSurnameEnding)
}

/** Whether a word, in small letters, is a patronymic (`сергеевич`). */
export function isPatronymic(lower: string): boolean {
  return isOf(lower, isCyrillicPatronymic, never)
}

/** Whether a word is of Cyrillic or Greek letters. */
export function isCyrillicOrGreek(lower: string): boolean {
  return isOf(lower, always, always)
}

type WordTest = (lower: string) => boolean

function isOf(lower: string, cyrillic: WordTest, greek: WordTest): boolean {
  const code = lower.charCodeAt(0)
  if (code < FIRST_GREEK || code > LAST_CYRILLIC) return false
  return code >= FIRST_CYRILLIC ? cyrillic(lower) : greek(lower)
}

function always(): boolean {
  return true
}

function never(): boolean {
  return false
}

function everyPart(lower: string, holds: WordTest): boolean {
  return lower.includes('-') && lower.split('-').every((part) => part !== '' && holds(part))
}
