import type { EntityType } from '@sluice/contracts'
import type { Span } from './recognizer.ts'
import { isEponym } from './recognizers/eponyms.ts'
import { NAMES } from './recognizers/names.ts'
import { PERSON_RULES } from './recognizers/person.ts'

/** From this score on the tagger knows better than a rule that is no surer than that. */
const SURE = 0.9
const UNSURE_RULE = 0.8

const OTHER_NAMES: ReadonlySet<EntityType> = new Set(['LOCATION', 'ORGANIZATION'])

/**
 * Leaves out the persons that a rule guesses by lists of names, where the tagger is sure of a place or an organization
 * that holds the words: `George Washington University`, `the Franklin and Megantic Railway`; and the persons after whom
 * a thing is called.
 */
export function withoutDoubted(all: readonly Span[], text: string): readonly Span[] {
  const isThing = ({ entity, start, end }: Span) => entity === 'PERSON' && isEponym(text, start, end)
  const spans = all.some(isThing) ? all.filter((span) => !isThing(span)) : all
  const sure = spans.filter(
    ({ recognizer, entity, confidence }) => recognizer === NAMES && OTHER_NAMES.has(entity) && confidence >= SURE,
  )
  return sure.length === 0 ? spans : spans.filter((span) => !isDoubted(span, sure))
}

/** @param others disjoint and in order, as the tagger finds them. */
function isDoubted({ recognizer, confidence, start, end }: Span, others: readonly Span[]): boolean {
  if (recognizer !== PERSON_RULES || confidence > UNSURE_RULE) return false
  let [low, high] = [0, others.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((others[middle]?.end ?? 0) < end) low = middle + 1
    else high = middle
  }
  const holder = others[low]
  return holder !== undefined && holder.start <= start
}
