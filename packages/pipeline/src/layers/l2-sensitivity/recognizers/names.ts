import type { EntityType } from '@sluice/contracts'
import type { NameKind, NameTagger, TaggedName } from '@sluice/name-tagger'
import { words } from '../phrases.ts'
import type { Context, Recognizer, Span } from '../recognizer.ts'
import { isLeadingWord } from './leading-words.ts'

const ENTITY_OF: Readonly<Record<NameKind, EntityType>> = {
  person: 'PERSON',
  place: 'LOCATION',
  organization: 'ORGANIZATION',
  address: 'STREET_ADDRESS',
}

/** What its findings are told by. */
export const NAMES = 'names'

/** A label is read with its value only where the value is short: a long one speaks for itself. */
const LONGEST_LABELLED = 200

/** Among the signs of a program only a name as sure as this is one. */
const SURE_IN_CODE = 0.97
/** Capitals throughout say less than one capital does. */
const CAPITALS_SCORE = 0.7
/** No address has more numbers. */
const MOST_NUMBERS = 9
/** How far around a name a program is looked for, in UTF-16 code units, and how many of its signs make one. */
const CODE_REACH = 80
const CODE_SIGNS = 8

/** One word in small letters is less often a name than the tagger thinks: `lon`, `will`. */
const SMALL_LETTERS_SCORE = 0.7

/**
 * Names of persons, places, organizations and street addresses, as the trained tagger tells them apart by the words
 * around them. It reads scripts with Latin letters.
 */
export function createNames(tagger: NameTagger): Recognizer {
  return {
    name: NAMES,
    entities: ['PERSON', 'STREET_ADDRESS', 'LOCATION', 'ORGANIZATION'],
    readsIdentifiers: false,
    fewestDigits: 0,
    readsSentences: true,
    find(text, context) {
      const before = labelBefore(text, context)
      const spans: Span[] = []
      for (const name of tagger.tag(before + text)) {
        const from = Math.max(0, name.start - before.length)
        const [start, end] = withoutSentence(text, from, name.end - before.length, name.kind)
        if (end > start && isLikely(text, start, end, name)) spans.push(spanOf(name, start, end))
      }
      return spans
    },
  }
}

/** The label as a form writes it: `customer name: `. */
function labelBefore(text: string, { label }: Context): string {
  return label === '' || text.length > LONGEST_LABELLED ? '' : `${label}: `
}

const GREETINGS = words(
  'dear hi hello hey liebe lieber hallo hola querida querido bonjour chère cher ciao cara caro olá beste hoi',
)

function isOfSentence(lower: string): boolean {
  return GREETINGS.includes(lower) || isLeadingWord(lower)
}

/** `Dear Keller` and `Keller knows` begin or end with a word of the sentence. */
function withoutSentence(
  text: string,
  from: number,
  to: number,
  kind: NameKind,
): readonly [start: number, end: number] {
  if (kind !== 'person' || to <= from) return [from, to]
  const value = text.slice(from, to)
  const [, first = '', space = ''] = /^(\p{L}+)(\s+)\p{Lu}/u.exec(value) ?? []
  const start = isOfSentence(first.toLowerCase()) ? from + first.length + space.length : from
  const name = /^.*\p{Lu}[^\s]*/su.exec(value)?.[0] ?? value
  return [start, /\s/.test(value.slice(name.length)) ? from + name.length : to]
}

/** Whether what looks like a name to the tagger may be one where it stands. */
function isLikely(text: string, start: number, end: number, { kind, score }: TaggedName): boolean {
  const value = text.slice(start, end)
  if (!/\p{L}{2}/u.test(value) || /\p{L}{41}|\p{Ll}\.\p{L}/u.test(value) || isInIdentifier(text, start, end))
    return false
  if (kind === 'address' && isNumbers(value)) return false
  if (score < CAPITALS_SCORE && !/\p{Ll}/u.test(value)) return false
  if (isInCode(text, start, end)) return score >= SURE_IN_CODE
  return score >= SMALL_LETTERS_SCORE || kind !== 'person' || /[\p{Lu} ]/u.test(value)
}

/** `US_SSN`, `user@example` and `#anna` hold words, and no names. */
function isInIdentifier(text: string, start: number, end: number): boolean {
  return '_@#$\\'.includes(text.charAt(start - 1) || ' ') || '_@'.includes(text.charAt(end) || ' ')
}

/** A table of numbers is no address: one has few of them. */
function isNumbers(value: string): boolean {
  return (value.match(/\d+/g) ?? []).length > MOST_NUMBERS
}

/** Whether the signs around a word are those of a program. */
function isInCode(text: string, start: number, end: number): boolean {
  const around = text.slice(Math.max(0, start - CODE_REACH), end + CODE_REACH)
  return (around.match(/[;=(){}]/g) ?? []).length >= CODE_SIGNS
}

function spanOf({ kind, score }: TaggedName, start: number, end: number): Span {
  return { entity: ENTITY_OF[kind], start, end, confidence: score, recognizer: NAMES, verified: false }
}
