import { hasSurnameEnding, isAmbiguousGivenName, isGivenName, isPatronymic, isSurname } from './known-names.ts'
import type { NameWord } from './name-chains.ts'
import type { NameLook } from './name-look.ts'
import { ORGANISATION_ENDINGS } from './name-words.ts'

/** `Dr.`, with at most two spaces behind. */
export function hasTitle({ before, patterns }: NameLook): boolean {
  const end = endWithout(before, before.length, ' ', 2)
  if (patterns.titles.endAt(before, end)) return true
  return before.charAt(end - 1) === '.' && patterns.titles.endAt(before, end - 1)
}

/** Whether a name, in small letters, is a given or a family name that the lists know. */
function isKnown({ lower }: NameWord): boolean {
  return isGivenName(lower) || isSurname(lower)
}

/** Written as names are: a capital and small letters. */
function isWritten({ word }: NameWord): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word)
}

function surnameOf(words: readonly NameWord[]): string {
  return words.findLast((word) => !word.initial)?.lower ?? ''
}

function firstFull(words: readonly NameWord[]): string {
  return words.find((word) => !word.initial)?.lower ?? ''
}

export function givenFirst({ words }: NameLook): number | undefined {
  if (words.length < 2 || !isGivenName(firstFull(words))) return undefined
  return isSurname(surnameOf(words)) ? 0.95 : 0.8
}

export function surnameLast({ words }: NameLook): number | undefined {
  return words.length > 1 && words.length < 5 && isSurname(surnameOf(words)) ? 0.7 : undefined
}

/** `Nagy István` */
export function surnameFirst({ words }: NameLook): number | undefined {
  const [first, second] = words.filter((word) => !word.initial)
  if (first === undefined || second === undefined) return undefined
  const isFamily = isSurname(first.lower) || hasSurnameEnding(first.lower)
  return isFamily && isGivenName(second.lower) ? 0.7 : undefined
}

/** `Енох Сергеевич` */
export function patronymicLast({ words }: NameLook): number | undefined {
  return words.length > 1 && words.length < 4 && words.slice(1).some(({ lower }) => isPatronymic(lower))
    ? 0.8
    : undefined
}

/** `Quorl T. Vantz` */
export function middleInitial({ words }: NameLook): number | undefined {
  return words.length < 5 && words.slice(1, -1).some((word) => word.initial) ? 0.55 : undefined
}

export function givenAlone({ words }: NameLook): number | undefined {
  const name = firstFull(words)
  if (words.length > 1 || name.length < 3) return undefined
  // Firms are called `Thomas-James`.
  if (name.includes('-') && isSurname(name)) return undefined
  return isPlainGivenName(name) ? 0.6 : undefined
}

export function surnameAlone({ words, before }: NameLook): number | undefined {
  const name = firstFull(words)
  if (words.length > 1 || name.length < 5 || name.includes('-') || /["“‘]$/.test(before)) return undefined
  return isSurname(name) ? 0.5 : undefined
}

/** More words are no name, whatever introduces them. */
const MAX_INTRODUCED = 5

export function introduced({ words, before, patterns }: NameLook): number | undefined {
  const { introductions, headings } = patterns
  const end = endOfIntroduction(before)
  const colon = before.charAt(end - 1) === ':' ? end - 1 : end
  const heading = before.charAt(colon) === ':' && headings.endAt(before, colon)
  if (!heading && !introductions.endAt(before, colon)) return undefined
  if (words.length > MAX_INTRODUCED) return 0
  if (words.length > 1 || words.some(isKnown)) return 0.9
  if (words.every(({ word }) => CAMEL_CASE.test(word))) return 0
  return words.every(isWritten) ? 0.65 : 0
}

/** `name: 'SocketError'` names no person; `McDonald` and `DeWitt` do. */
const CAMEL_CASE = /^(?!(?:Mc|Mac|De|Di|La|Le|Van|Von|Fitz|O')\p{Lu}\p{Ll}+$).*\p{Ll}\p{Lu}/u

/** Where an introduction ends: before up to three signs, two line breaks, three marks of quotation and two spaces. */
function endOfIntroduction(before: string): number {
  let end = endWithout(before, before.length, ' ', 2)
  for (let marks = 0; marks < 3; marks += 1) {
    const mark = before.charAt(end - 1) === ' ' ? end - 1 : end
    if (before.charAt(mark - 1) !== '>') break
    end = mark - 1
  }
  for (let breaks = 0; breaks < 2 && before.charAt(end - 1) === '\n'; breaks += 1) {
    end -= before.charAt(end - 2) === '\r' ? 2 : 1
  }
  return endWithout(before, end, ' ,:"\'-', 3)
}

/** The end of a text without at most so many of some signs. */
function endWithout(text: string, from: number, signs: string, most: number): number {
  let end = from
  while (end > 0 && from - end < most && signs.includes(text.charAt(end - 1))) end -= 1
  return end
}

/** Two unknown words that speak or are spoken of. */
export function speaking({ words, before, behind, patterns }: NameLook): number | undefined {
  if (words.length !== 2 || words.some(isKnown) || !words.every(isWritten)) return undefined
  const spoken = before.endsWith(' ') && patterns.speechBefore.endAt(before, before.length - 1)
  return spoken || patterns.speechBehind.test(behind) ? 0.55 : undefined
}

/** Unknown words: `Quorl Vantz <q@example.com>`. */
export function besideAddress({ words, behind }: NameLook): number | undefined {
  const few = words.length > 1 && words.length < 4 && !words.some(isKnown)
  return few && /^,? ?[<(]?[\w.+-]{1,64}@/.test(behind) ? 0.8 : undefined
}

export function pointedAt({ words, before, patterns }: NameLook): number | undefined {
  if (words.length > MAX_INTRODUCED || !words.some(isKnown)) return undefined
  const end = endWithout(before, before.length, ' ,', 2)
  return end < before.length && patterns.pointers.endAt(before, end) ? 0.75 : undefined
}

export function withPredicate({ words, behind, patterns }: NameLook): number | undefined {
  if (words.length > MAX_INTRODUCED || !words.some(isKnown)) return undefined
  const sign = patterns.predicate.test(behind) || patterns.signsBehind.some((pattern) => pattern.test(behind))
  return sign ? 0.75 : undefined
}

/** `Johnson & Johnson`; `Anna Keller & Bob Miller` and `Shane & Michael` are persons. */
function isFirm(words: readonly NameWord[], other: string | undefined): boolean {
  if (other === undefined || other === 'i') return false
  return !isGivenName(firstFull(words)) || (words.length === 1 && !isPlainGivenName(other))
}

function isPlainGivenName(lower: string): boolean {
  return isGivenName(lower) && !isAmbiguousGivenName(lower)
}

export function isOrganisation({ words, behind }: NameLook): boolean {
  if (isFirm(words, /^ &(?:amp;)? (\p{Lu}\p{L}{0,30})/u.exec(behind)?.[1]?.toLowerCase())) return true
  if (/^(?:'s)?,? \p{Lu}/u.test(behind)) {
    const following = /^(?:'s)?,? ([\p{L}.]{1,14})/u.exec(behind)?.[1]?.toLowerCase().replace(/\.$/, '')
    if (following !== undefined && ORGANISATION_ENDINGS.has(following)) return true
  }
  return words.slice(1).some((word) => ORGANISATION_ENDINGS.has(word.lower))
}

export function followsPlaceWord({ words, before, patterns }: NameLook): boolean {
  const other = /(\p{L}{1,30}) & $/u.exec(before)?.[1]
  if (other !== undefined && isGivenName(firstFull(words)) && (words.length > 1 || isPlainGivenName(other)))
    return false
  return before.endsWith(' ') && patterns.placeWords.endAt(before, before.length - 1)
}
