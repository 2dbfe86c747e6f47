import type { EntityType } from '@sluice/contracts'
import type { NameKind, NameTagger, TaggedName } from '@sluice/name-tagger'
import { words } from '../phrases.ts'
import type { Context, Recognizer, Span } from '../recognizer.ts'
import { isGivenName, isSurname } from './known-names.ts'
import { isLeadingWord } from './leading-words.ts'
import { isOtherWord, NAME_PARTICLES } from './name-words.ts'
import { isAmidProgramSigns, isOfMember, isProgramText } from './program-text.ts'

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
const SURE_AMID_SIGNS = 0.97
/** In the comments and texts of a program: types and packages are called by one word with a capital. */
const SURE_IN_PROGRAM = { severalWords: 0.9, oneWord: 0.95 }
/** Capitals throughout say less than one capital does. */
const CAPITALS_SCORE = 0.7
/** No address has more numbers. */
const MOST_NUMBERS = 9
/** One word in small letters is less often a name than the tagger thinks: `lon`, `will`. */
const SMALL_LETTERS_SCORE = 0.7

/**
 * Names of persons, places, organizations and street addresses, as the trained tagger tells them apart by the words
 * around them. It reads scripts with Latin letters.
 */
export function createNames(tagger: Pick<NameTagger, 'tag'>): Recognizer {
  return {
    name: NAMES,
    entities: ['PERSON', 'STREET_ADDRESS', 'LOCATION', 'ORGANIZATION'],
    readsIdentifiers: false,
    fewestDigits: 0,
    readsSentences: true,
    find(text, context) {
      const before = labelBefore(text, context)
      const spans: Span[] = []
      const names = tagger.tag(before + text, context.sentences)
      const inProgram = names.length > 0 && isProgramText(text)
      for (const name of names) {
        const from = Math.max(0, name.start - before.length)
        const [start, end] = withoutSentence(text, from, name.end - before.length, name.kind)
        if (end > start && isLikely(text, start, end, name, inProgram)) spans.push(spanOf(name, start, end))
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

/** `, by Friday` behind an address. */
const BEHIND_ADDRESS = /,\s+(?:by|dated|before|until|on|from|for|für|bis|am|ab|para|pour|avant|per)(?:\s.*)?$/isu

/** `Bob. How`: the end of a sentence inside a name, behind a word that is no title and no initial. */
const SENTENCE_END =
  /(?<=(?<![\p{L}.])(?!(?:dr|mr|mrs|ms|prof|st|jr|sr|rev|hon|mme|mlle|frau|herr|sig|dra|sra|ing|dipl)\.)\p{L}{3,})[.!?]\s.*$/isu
const PARTICLES: ReadonlySet<string> = new Set([...NAME_PARTICLES, 'and', 'und', 'y', 'e', 'et'])

/** A name up to the end of a sentence, and up to a word in small letters that no name has: `Mary that John`. */
function endOfName(value: string): string {
  const name = value.replace(SENTENCE_END, '')
  if (!/^\p{Lu}/u.test(name)) return name
  for (const { 0: word, index } of name.matchAll(/(?<=\s)\p{Ll}[\p{L}']*(?=\s)/gu))
    if (!PARTICLES.has(word)) return name.slice(0, index).replace(/[\s,;:]{1,8}$/u, '')
  return name
}

/** `Dear Keller` and `Keller knows` begin or end with a word of the sentence. */
function withoutSentence(
  text: string,
  from: number,
  to: number,
  kind: NameKind,
): readonly [start: number, end: number] {
  if (to <= from) return [from, to]
  if (kind === 'address') return [from, from + text.slice(from, to).replace(BEHIND_ADDRESS, '').length]
  if (kind !== 'person') return [from, to]
  const value = endOfName(text.slice(from, to))
  to = from + value.length
  const [, first = '', space = ''] = /^(\p{L}+)(\s+)\p{Lu}/u.exec(value) ?? []
  const start = isOfSentence(first.toLowerCase()) ? from + first.length + space.length : from
  const name = /^.*\p{Lu}[^\s,;:]*/su.exec(value)?.[0] ?? value
  return [start, /\s/.test(value.slice(name.length)) ? from + name.length : to]
}

/** Whether what looks like a name to the tagger may be one where it stands. */
function isLikely(text: string, start: number, end: number, { kind, score }: TaggedName, inProgram: boolean): boolean {
  const value = text.slice(start, end)
  if (!/\p{L}{2}/u.test(value) || /[\p{L}\p{N}]{41}|\p{Ll}\.\p{L}/u.test(value) || isInIdentifier(text, start, end))
    return false
  if (kind === 'address' && (!isAddress(value, inProgram) || isSpelledOut(text, value, end))) return false
  if (kind === 'person' && isNoName(value.toLowerCase())) return false
  if (kind === 'organization' && NUMBER_BEHIND.test(text.slice(end, end + 12))) return false
  if (score < CAPITALS_SCORE && !/\p{Ll}/u.test(value)) return false
  if (score < SURE_AMID_SIGNS && isAmidProgramSigns(text, start, end)) return false
  if (inProgram && (isOfMember(text, end) || isInList(text, start, end))) return false
  if (inProgram && !isNameInProgram(value, kind, score)) return false
  return score >= SMALL_LETTERS_SCORE || kind !== 'person' || /[\p{Lu} ]/u.test(value)
}

/** `NHS number`: the label of a number. */
const NUMBER_BEHIND = /^[ -](?:numbers?|no|id|nummer|code|número|numéro)(?!\p{L})/iu

/** `Karte 4111`: a noun of German has a capital too. */
function isNoName(word: string): boolean {
  return isOtherWord(word) && !isGivenName(word) && !isSurname(word)
}

/** `Claude Console`, `Julia Runtime` */
const PARTS_OF_PROGRAMS: ReadonlySet<string> = new Set(
  words(`
    agent agents api app array assistant bot cli client cloud code compiler config console desktop editor enterprise
    extension file framework function handler hub id ids interface kernel key keys library manager message mode model
    models module object parser platform plugin plugins portal project protocol registry request response router runtime
    script sdk server service session set shell stack state store stream studio suite sync system tag template theme token
    tool tools type types user utils view widget workers workflow workspace`),
)

/** `Header`, `Koa` and `Sync` are no persons, however sure the tagger is. */
function isNameInProgram(value: string, kind: NameKind, score: number): boolean {
  const word = value.toLowerCase()
  if (/\p{Ll} /u.test(value)) {
    const last = /\p{L}+$/u.exec(word)?.[0] ?? ''
    return score >= SURE_IN_PROGRAM.severalWords && !(kind === 'person' && PARTS_OF_PROGRAMS.has(last))
  }
  return score >= SURE_IN_PROGRAM.oneWord && (kind !== 'person' || isGivenName(word) || isSurname(word))
}

/** `US_SSN`, `user@example` and `#anna` hold words, and no names. */
function isInIdentifier(text: string, start: number, end: number): boolean {
  if (text.slice(start, end).includes('_')) return true
  return '_@#$\\'.includes(text.charAt(start - 1) || ' ') || '_@'.includes(text.charAt(end) || ' ')
}

/** A word that has its line for itself, as in a list of what is imported. */
function isInList(text: string, start: number, end: number): boolean {
  return (
    !/\s/.test(text.slice(start, end)) &&
    /(?:^|\n)[ \t]{0,40}$/.test(text.slice(Math.max(0, start - 41), start)) &&
    /^,?\r?(?:\n|$)/.test(text.slice(end, end + 3))
  )
}

/** What streets are called, alone or at the end of a word. */
const STREET =
  /(?<!\p{L})(?:street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd|court|place|square|terrace|way|close|crescent|highway|parkway|row|gardens|hill|mews|box|apt|apartment|suite|flat|calle|avda|avenida|paseo|plaza|carrera|rue|quai|chemin|impasse|allée|via|viale|piazza|corso|rua|travessa|praça|estrada)(?!\p{L})|(?:stra(?:ß|ss)e|str|weg|platz|gasse|allee|straat|laan|gracht|plein|kade|gata|vej|katu|utca)(?!\p{L})/iu

/** A table of numbers is no address, nor is `NHS 943 476 5919`; in a program one names a street. */
function isAddress(value: string, inProgram: boolean): boolean {
  // `Maria Keller,4111111111111111`: neither house nor town has such a number.
  if ((value.match(/\d+/g) ?? []).length > MOST_NUMBERS || /\d{9}/.test(value)) return false
  const hasDigit = /\d/.test(value)
  if (/\p{Ll}{2}/u.test(value) && !inProgram) return true
  return hasDigit && STREET.test(value)
}

/** `Say: N` before `.i.g.h.t`: the first of letters that stand apart is no street. */
function isSpelledOut(text: string, value: string, end: number): boolean {
  if (!/(?<!\p{L})\p{L}$/u.test(value) || /\d/.test(value)) return false
  return /^(?:[ ._-]\p{L}(?!\p{L})){3}/u.test(text.slice(end, end + 7))
}

function spanOf({ kind, score }: TaggedName, start: number, end: number): Span {
  return { entity: ENTITY_OF[kind], start, end, confidence: score, recognizer: NAMES, verified: false }
}
