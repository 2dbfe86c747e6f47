import type { EntityType } from '@sluice/contracts'
import { compactDateAt, NumericDates, UNSURE } from '../../../dates/index.ts'
import { type Context, type Recognizer, type Span, spanMaker } from '../recognizer.ts'
import { AGES } from './ages.ts'
import { BIC } from './bic.ts'
import { BirthWords, DATES, type DateParts, datesByName } from './dates/dates.ts'
import { IdentifierForms } from './find-identifiers.ts'
import { DIAGNOSES } from './health/diagnoses.ts'
import { MEDICINES } from './health/medications.ts'
import type { Identifier } from './identifier.ts'
import { NUMBERS } from './numbers/all-numbers.ts'
import { BELIEF } from './people/beliefs.ts'
import { RELATIONS } from './people/relations.ts'
import { SEX } from './people/sex.ts'
import { NUMBER_PLATES } from './plates.ts'
import { PREFIXED_SECRETS, type PrefixedSecret } from './secrets/prefixed.ts'
import { urlPasswordAt } from './secrets/url-password.ts'
import { WORDED_SECRETS } from './secrets/worded.ts'
import { type Hit, Vocabulary } from './vocabulary.ts'
import { HOSTS, urlAt } from './web/urls.ts'
import type { Claim, Worded } from './worded.ts'

/** What the recognizer knows; without one of its parts, it misses what only that part finds. */
interface IdentifierParts {
  readonly numbers: readonly Identifier[]
  readonly worded: readonly Worded[]
  readonly prefixed: readonly PrefixedSecret[]
  readonly dates: DateParts
}

export const IDENTIFIERS: IdentifierParts = {
  numbers: NUMBERS,
  worded: [
    ...WORDED_SECRETS,
    ...AGES,
    BIC,
    NUMBER_PLATES,
    ...HOSTS,
    ...SEX,
    ...RELATIONS,
    ...BELIEF,
    DIAGNOSES,
    ...MEDICINES,
  ],
  prefixed: PREFIXED_SECRETS,
  dates: DATES,
}

/** As the vocabulary reads a chunk, so that no two overlap. */
const CHUNK = /[\p{L}\p{M}\p{N}_.-]*/uy

const NAME = 'identifiers'

/** What is found without a row of its own. */
const LATER = ['PASSWORD', 'DATE_TIME', 'DATE_OF_BIRTH'] as const

/** Of a date without separators, in digits. */
const COMPACT_LENGTH = 8

type Owner = Identifier | Worded

/**
 * Numbers that states, banks, hospitals and makers give, by form, check digits and the words near them; secrets by the
 * form that their provider gave them, or by the word before them; dates, ages and addresses of pages. One look at the
 * text finds words, runs of digits and long runs; only there are patterns tried, so a kind costs nothing where its
 * trigger is absent.
 *
 * It cannot see a secret in small letters without a sign before it, nor one in parts.
 */
export function createIdentifiers({ numbers, worded: given, prefixed, dates }: IdentifierParts): Recognizer {
  const vocabulary = new Vocabulary<Owner>()
  const forms = new IdentifierForms(numbers)
  const worded = [...given, ...datesByName(dates)]
  const [numeric, birth] = [new NumericDates(dates.numeric), new BirthWords(dates.birth)]
  for (const number of numbers) for (const phrase of spellings(number.words)) vocabulary.add(phrase, number)
  for (const secret of worded) for (const phrase of spellings(secret.phrases)) vocabulary.add(phrase, secret)
  const prefixes = new RegExp(
    `(?<![A-Za-z0-9])(?:${prefixed.map(({ pattern }) => `(${pattern})`).join('|')})(?![A-Za-z0-9])`,
    'g',
  )
  return {
    name: NAME,
    entities: [...new Set([...numbers, ...worded, ...prefixed].map(({ entity }) => entity)), ...LATER],
    readsIdentifiers: true,
    fewestDigits: 0,
    find(text, context) {
      const { hits, candidates, chunks, urls } = vocabulary.scan(text)
      const around = context.label === '' ? [] : vocabulary.scan(context.label).hits
      const isNamed = context.label !== '' || context.isAnswer === true
      const spans: Span[] = candidates.length === 0 ? [] : [...forms.find(text, candidates, hits, around, isNamed)]
      for (const hit of hits) wordedAt(text, hit, spans)
      underLabel(text, around, context, spans)
      for (const chunk of chunks) prefixedIn(text, chunk, prefixes, prefixed, spans)
      addressesAt(text, urls, spans)
      for (const { start, length } of candidates) {
        const isCompact = length === COMPACT_LENGTH && birth.standBefore(text, start, context.label)
        const date = isCompact ? compactDateAt(text, start) : numeric.at(text, start, length)
        if (date !== undefined) spans.push(spanOf('DATE_TIME', date))
      }
      for (const [at, span] of spans.entries()) {
        if (
          span.entity === 'DATE_TIME' &&
          span.confidence > UNSURE &&
          birth.standBefore(text, span.start, context.label)
        )
          spans[at] = { ...span, entity: 'DATE_OF_BIRTH' }
      }
      return spans
    },
  }
}

export const identifiers = createIdentifiers(IDENTIFIERS)

/** As it is written, and without accents. */
function spellings(phrases: readonly string[]): readonly string[] {
  return phrases.flatMap((phrase) => [
    ...new Set([
      phrase,
      phrase
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .normalize('NFC'),
    ]),
  ])
}

function spanOf(entity: EntityType, { start, end, confidence = 0.8, isGuess = false, level }: Claim): Span {
  const span = spanMaker(entity, NAME, !isGuess)(start, end, confidence)
  return level === undefined ? span : { ...span, level }
}

function wordedAt(text: string, { start, end, from, owners }: Hit<Owner>, spans: Span[]): void {
  for (const owner of owners) {
    if (!('find' in owner)) continue
    for (const claim of owner.find(text, end, start, from)) spans.push(spanOf(owner.entity, claim))
  }
}

/** Addresses of pages; of one with a password, the password. An address inside another one belongs to it. */
function addressesAt(text: string, places: readonly number[], spans: Span[]): void {
  let covered = 0
  for (const place of places) {
    const password = urlPasswordAt(text, place)
    if (password !== undefined) spans.push(spanOf('PASSWORD', { ...password, confidence: 0.9 }))
    const url = password !== undefined || place < covered ? undefined : urlAt(text, place)
    if (url === undefined) continue
    covered = url.end
    spans.push(spanOf('URL', url))
  }
}

/** The whole text is the value of a member that is called `password`. */
function underLabel(text: string, hits: readonly Hit<Owner>[], { label }: Context, spans: Span[]): void {
  for (const { end, owners } of hits) {
    if (end !== label.length) continue
    const before = `${label}=`
    for (const owner of owners) {
      if (!('find' in owner)) continue
      for (const claim of owner.find(`${before}${text.slice(0, 512)}`, end, 0, 0)) {
        const [from, to] = [claim.start - before.length, claim.end - before.length]
        if (from >= 0) spans.push(spanOf(owner.entity, { ...claim, start: from, end: to }))
      }
    }
  }
}

function prefixedIn(
  text: string,
  from: number,
  prefixes: RegExp,
  prefixed: readonly PrefixedSecret[],
  spans: Span[],
): void {
  CHUNK.lastIndex = from
  const chunk = CHUNK.exec(text)?.[0] ?? ''
  prefixes.lastIndex = 0
  for (let match = prefixes.exec(chunk); match !== null; match = prefixes.exec(chunk)) {
    const which = match.findIndex((group, index) => index > 0 && group !== undefined) - 1
    const entity = prefixed[which]?.entity
    // Providers write it into the keys of their documents.
    if (entity === undefined || /example/i.test(match[0])) continue
    const start = from + match.index
    spans.push(spanOf(entity, { start, end: start + match[0].length, confidence: 0.95 }))
  }
}
