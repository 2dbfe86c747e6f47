import { readJsonValue } from '@sluice/text-folding'
import {
  deriveToken,
  entityOfToken,
  findWrittenTokens,
  type MappingKeys,
  nameOfShifted,
  replacementOf,
} from '@sluice/token-vault'
import { type DeliveredSpan, type DeliveredTexts, deliveredLookUp } from '../../delivered/index.ts'
import type { Span } from './spans.ts'

/** A span whose token goes out as the model wrote it. */
interface WrittenSpan extends Span {
  readonly written: string
}

/** Gives the spans of a text that was delivered as it stands; undefined for any other text. */
export type FindDelivered = (text: string) => readonly WrittenSpan[] | undefined

/** Gives a date as the session has it; undefined where it cannot be shifted. */
type Shift = (date: string) => string | undefined

/**
 * Makes the search for texts that this session was given. A text whose values do not have the tokens that the model
 * wrote is none of them: keys may have changed since.
 */
export function findDeliveredWith(
  keys: Pick<MappingKeys, 'tokenKey'>,
  delivered: DeliveredTexts | undefined,
  shift: Shift,
): FindDelivered {
  if (delivered === undefined) return () => undefined
  const lookUp = deliveredLookUp(delivered)
  return (text) => {
    const known = lookUp(text)
    if (known === undefined) return undefined
    const spans = known.map((span) => dateSpan(text, span, shift) ?? writtenSpan(text, span, keys, shift))
    const whole = spans.filter((span) => span !== undefined)
    return whole.length === spans.length ? whole : undefined
  }
}

function dateSpan(text: string, { start, end, level, written, date, isMask }: DeliveredSpan, shift: Shift) {
  if (date === undefined) return undefined
  const value = text.slice(start, end)
  const span = { level, value, start, end, written }
  if (date === 'own') {
    return written === value ? ({ ...span, entity: 'DATE_TIME', replace: 'leave' } satisfies WrittenSpan) : undefined
  }
  if (isMask) return { ...span, entity: date, isMask } satisfies WrittenSpan
  return shift(value) === written ? ({ ...span, entity: date, replace: 'shift' } satisfies WrittenSpan) : undefined
}

function writtenSpan(
  text: string,
  span: DeliveredSpan,
  { tokenKey }: Pick<MappingKeys, 'tokenKey'>,
  shift: Shift,
): WrittenSpan | undefined {
  const { start, end, before, behind, level, written, isMask } = span
  const token = findWrittenTokens(written)[0]?.token ?? ''
  const entity = entityOfToken(token)
  if (entity === undefined) return undefined
  const replacement = replacementOf(token)
  const shown = text.slice(start + before, end - behind)
  if (isMask) return { entity, level, value: shown, start, end, written, isMask }
  const later = entity === 'DATE_TIME' || entity === 'DATE_OF_BIRTH' ? shift(shown) : undefined
  if (later !== undefined && nameOfShifted(tokenKey, entity, later) === token)
    return { entity, level, value: shown, replace: 'shift', start, end, written: later }
  // Within JSON a value stands escaped.
  for (const value of new Set([shown, readJsonValue(shown), unescaped(shown)])) {
    if (value === undefined || deriveToken(tokenKey, entity, value, replacement) !== token) continue
    return { entity, level, value, replacement, start, end, written } satisfies WrittenSpan
  }
  return undefined
}

function unescaped(shown: string): string | undefined {
  if (!shown.includes('\\')) return undefined
  try {
    const value: unknown = JSON.parse(`"${shown}"`)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * The spans of a text with those that were delivered in the place of the ones within them. Where a value reaches out of
 * one by more than punctuation, what L2 has found counts.
 */
export function withDelivered(
  text: string,
  spans: readonly Span[],
  delivered: readonly WrittenSpan[],
): readonly Span[] {
  const merged: Span[] = []
  let next = 0
  for (const known of delivered) {
    const first = next
    while ((spans[next]?.start ?? Infinity) < known.end) next += 1
    const apart = spans.slice(first, next).filter(({ end }) => end <= known.start)
    const touched = spans.slice(first + apart.length, next)
    merged.push(...apart)
    const isFree = (merged.at(-1)?.end ?? 0) <= known.start
    if (isFree && touched.every((span) => isWithin(text, span, known))) {
      merged.push(touched.reduce<Span>(atHigherLevel, known))
    } else merged.push(...touched)
  }
  return merged.concat(spans.slice(next))
}

const WORD = /[\p{L}\p{N}]/u

function isWithin(text: string, { start, end }: Span, known: Span): boolean {
  return !WORD.test(text.slice(start, known.start)) && !WORD.test(text.slice(known.end, end))
}

function atHigherLevel(span: Span, { level }: Span): Span {
  return level > span.level ? { ...span, level } : span
}
