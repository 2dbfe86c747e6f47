import { type Context, labelledTexts, matchesOf, type Recognizer, type Span, spanMaker } from '../recognizer.ts'
import { compilePerson } from './compile-person.ts'
import { hasSurnameEnding, isAmbiguousGivenName, isCyrillicOrGreek, isGivenName, isSurname } from './known-names.ts'
import { isLabelledName } from './labelled-name.ts'
import { isLeadingWord } from './leading-words.ts'
import { type NameWord, nameChains } from './name-chains.ts'
import type { NameLook, NameRule, PersonPatterns } from './name-look.ts'
import { isOtherWord, ORGANISATION_ENDINGS } from './name-words.ts'
import { PERSON, type PersonParts } from './person-parts.ts'
import { hasTitle } from './person-rules.ts'
import { isOfMember, isProgramText } from './program-text.ts'

/** Less sure names are not reported. */
const MIN_CONFIDENCE = 0.5
/** What says that it is a name, where no rule has its own confidence. */
const CONFIDENCE = { title: 0.92, label: 0.85, smallLetters: 0.7 }

/** How far around a name its signs are looked for, in code units. */
const BEFORE = 40
const BEHIND = 70

/** What its findings are told by. */
export const PERSON_RULES = 'person'

const span = spanMaker('PERSON', PERSON_RULES, false)

/**
 * Names of persons: known given and family names, and capitalised words beside a title, an introduction, a label or
 * column header, a sign-off, an address or a predicate. It cannot tell a rare name without any of these from another
 * proper noun, and it reads only scripts with capital letters; given names it knows in Latin, Cyrillic and Greek.
 */
export function createPerson(parts: PersonParts): Recognizer {
  const patterns = compilePerson(parts)
  return {
    name: PERSON_RULES,
    entities: ['PERSON'],
    readsIdentifiers: false,
    fewestDigits: 0,
    find(text, context) {
      const spans: Span[] = []
      for (const chain of nameChains(text, patterns.particle)) {
        const found = judge(text, chain, context, parts, patterns)
        if (found !== undefined) spans.push(found)
      }
      for (const found of namesInSmallLetters(text, patterns)) spans.push(found)
      for (const [value, start] of labelledTexts(text, context, 'PERSON')) {
        if (isLabelledName(value)) spans.push(span(start, start + value.length, CONFIDENCE.label))
      }
      return spans.length > 0 && isProgramText(text) ? spans.filter((each) => isNameInProgram(text, each)) : spans
    },
  }
}

export const person = createPerson(PERSON)

/** In a program one word is a type (`user: User`) or a constant, unless it is quoted and written as a name. */
function isNameInProgram(text: string, { start, end, confidence }: Span): boolean {
  const value = text.slice(start, end)
  // `client Azure OpenAI`, `client JSON Web Key Set`
  if (isOfMember(text, end) || (/\p{Lu}{3}|\p{Ll}\p{Lu}{2}/u.test(value) && /\p{Ll}/u.test(value))) return false
  if (confidence >= CONFIDENCE.title) return true
  // `Noto Sans`: a known name beside another word is what a thing is called; so are `'Header'` and `name: 'Sync'`.
  const word = value.toLowerCase()
  if (!isGivenName(word) && !isSurname(word)) return false
  return /["'`]/.test(text.charAt(start - 1)) && !/^[\p{Lu}\d]+$/u.test(value)
}

function judge(
  text: string,
  chain: readonly NameWord[],
  { label }: Context,
  parts: PersonParts,
  patterns: PersonPatterns,
): Span | undefined {
  const words = trimmed(untilOtherWord(chain))
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const [start, { end }] = [first.start, last]
  if (label !== '' && start === 0 && text.trimEnd().length === end && patterns.member.test(label))
    return span(start, end, CONFIDENCE.label)
  const before = text.slice(Math.max(0, start - BEFORE), start).toLowerCase()
  const look: NameLook = { words, before, behind: text.slice(end, end + BEHIND), patterns }
  if (hasTitle(look)) return span(start, end, CONFIDENCE.title)
  const confidence = Math.max(firstOf(parts.nameRules, look), firstOf(parts.contextRules, look))
  if (confidence < MIN_CONFIDENCE || parts.vetoes.some((holds) => holds(look))) return undefined
  return span(start, end, confidence)
}

function firstOf(rules: readonly NameRule[], look: NameLook): number {
  for (const rule of rules) {
    const confidence = rule(look)
    if (confidence !== undefined) return confidence
  }
  return 0
}

/** Without the words at either end that belong to the sentence (`Please Tell Alice` is a name of one word). */
function trimmed(chain: readonly NameWord[]): readonly NameWord[] {
  let from = 0
  let to = chain.length
  while (from < to && (isEdge(chain[from], chain[from + 1]) || isBeforeName(chain[from], chain.slice(from + 1)))) {
    from += 1
  }
  while (to > from && isEdge(chain[to - 1], undefined)) to -= 1
  return from === 0 && to === chain.length ? chain : chain.slice(from, to)
}

/** `Enrique Ramos Servicio Hospital` ends before the word that is none of a name's. */
function untilOtherWord(chain: readonly NameWord[]): readonly NameWord[] {
  if (chain.length < 3) return chain
  const end = chain.findIndex((word, i) => i > 1 && isOtherWord(word.lower) && !ORGANISATION_ENDINGS.has(word.lower))
  return end > 1 && isGivenName(chain[0]?.lower ?? '') ? chain.slice(0, end) : chain
}

function isEdge(word: NameWord | undefined, next: NameWord | undefined): boolean {
  if (word === undefined) return true
  if (word.initial) return next === undefined
  if (!isOtherWord(word.lower)) return false
  return !(isGivenName(word.lower) && next !== undefined && isSurname(next.lower))
}

/** `Extract Maria Keller`, `Вчера Иван Петров`: the first word is no part of the name that follows it. */
function isBeforeName(word: NameWord | undefined, rest: readonly NameWord[]): boolean {
  if (word === undefined || word.initial || isGivenName(word.lower) || isSurname(word.lower)) return false
  if (isLeadingWord(word.lower)) return rest.some(({ lower }) => isGivenName(lower) || isSurname(lower))
  return isCyrillicOrGreek(word.lower) && !hasSurnameEnding(word.lower) && isGivenName(rest[0]?.lower ?? '')
}

/** `my name is anthony` */
function namesInSmallLetters(text: string, { smallLetters }: PersonPatterns): readonly Span[] {
  const spans: Span[] = []
  for (const { 0: whole, 1: given = '', 2: family, index } of matchesOf(text, smallLetters)) {
    if (!isGivenName(given) || (isAmbiguousGivenName(given) && !isSurname(family ?? ''))) continue
    const surname = family !== undefined && isSurname(family) ? family.length + 1 : 0
    const start = index + whole.length - given.length - (family === undefined ? 0 : family.length + 1)
    spans.push(span(start, start + given.length + surname, CONFIDENCE.smallLetters))
  }
  return spans
}
