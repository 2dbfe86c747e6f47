import type { EntityType } from '@sluice/contracts'
import { type Context, type Recognizer, type Span, spanMaker } from '../recognizer.ts'
import { IdentifierForms } from './find-identifiers.ts'
import type { Identifier } from './identifier.ts'
import { NUMBERS } from './numbers/all-numbers.ts'
import type { Place } from './secrets/assigned.ts'
import { PREFIXED_SECRETS, type PrefixedSecret } from './secrets/prefixed.ts'
import { urlPasswordAt } from './secrets/url-password.ts'
import { WORDED_SECRETS, type WordedSecret } from './secrets/worded.ts'
import { type Hit, Vocabulary } from './vocabulary.ts'

/** What the recognizer knows; without one of its parts, it misses what only that part finds. */
interface IdentifierParts {
  readonly numbers: readonly Identifier[]
  readonly worded: readonly WordedSecret[]
  readonly prefixed: readonly PrefixedSecret[]
}

export const IDENTIFIERS: IdentifierParts = { numbers: NUMBERS, worded: WORDED_SECRETS, prefixed: PREFIXED_SECRETS }

/** As the vocabulary reads a chunk, so that no two overlap. */
const CHUNK = /[\p{L}\p{M}\p{N}_.-]*/uy

const NAME = 'identifiers'

type Owner = Identifier | WordedSecret

/**
 * Numbers that states, banks, hospitals and makers give, by form, check digits and the words near them; secrets by the
 * form that their provider gave them, or by the word before them. One look at the text finds words, runs
 * of digits and long runs; only there are patterns tried, so a kind costs nothing where its trigger is absent.
 *
 * It cannot see a secret in small letters without a sign before it, nor one in parts.
 */
export function createIdentifiers({ numbers, worded, prefixed }: IdentifierParts): Recognizer {
  const vocabulary = new Vocabulary<Owner>()
  const forms = new IdentifierForms(numbers)
  for (const number of numbers) for (const phrase of spellings(number.words)) vocabulary.add(phrase, number)
  for (const secret of worded) for (const phrase of spellings(secret.phrases)) vocabulary.add(phrase, secret)
  const prefixes = new RegExp(
    `(?<![A-Za-z0-9])(?:${prefixed.map(({ pattern }) => `(${pattern})`).join('|')})(?![A-Za-z0-9])`,
    'g',
  )
  return {
    name: NAME,
    entities: [...new Set([...numbers, ...worded, ...prefixed].map(({ entity }) => entity)), 'PASSWORD'],
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
      for (const url of urls) {
        const password = urlPasswordAt(text, url)
        if (password !== undefined) spans.push(spanOf('PASSWORD', password, 0.9))
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

function spanOf(entity: EntityType, { start, end }: Place, confidence: number): Span {
  return spanMaker(entity, NAME, true)(start, end, confidence)
}

function wordedAt(text: string, { start, end, owners }: Hit<Owner>, spans: Span[]): void {
  for (const owner of owners) {
    if (!('find' in owner)) continue
    for (const place of owner.find(text, end, start)) spans.push(spanOf(owner.entity, place, 0.8))
  }
}

/** The whole text is the value of a member that is called `password`. */
function underLabel(text: string, hits: readonly Hit<Owner>[], { label }: Context, spans: Span[]): void {
  for (const { end, owners } of hits) {
    if (end !== label.length) continue
    const before = `${label}=`
    for (const owner of owners) {
      if (!('find' in owner)) continue
      for (const place of owner.find(`${before}${text.slice(0, 512)}`, end, 0)) {
        spans.push(spanOf(owner.entity, { start: place.start - before.length, end: place.end - before.length }, 0.8))
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
    if (entity === undefined) continue
    const start = from + match.index
    spans.push(spanOf(entity, { start, end: start + match[0].length }, 0.95))
  }
}
