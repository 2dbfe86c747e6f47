import type { EntityType } from '@sluice/contracts'
import type { ExternalSpan } from '@sluice/pipeline/ports'
import { isRecord } from '../is-record.ts'
import { AnswerFault } from '../json-service.ts'

/** Of one text. */
const MAX_SPANS = 10_000

/** What a server says that does not fit the text that it was asked about. It quotes nothing. */
export class AnalysisFault extends AnswerFault {
  override readonly name = 'AnalysisFault'
}

/**
 * Reads what a Presidio Analyzer answers (`RecognizerResult`: `entity_type`, `start`, `end`, `score`; other members do
 * not count). Python counts code points and JavaScript UTF-16 code units, so both ends are moved. Types that are not in
 * `types`, and what is less sure than `minScore`, are left out. Linear.
 *
 * @throws {AnalysisFault} for anything else: half of an answer is none.
 */
export function readAnalysis(
  answer: unknown,
  text: string,
  types: ReadonlyMap<string, EntityType>,
  minScore: number,
): readonly ExternalSpan[] {
  if (!Array.isArray(answer) || answer.length > MAX_SPANS) throw new AnalysisFault('The answer is no list of results.')
  const units = unitsOf(text)
  const spans: ExternalSpan[] = []
  for (const result of answer) {
    if (!isRecord(result)) throw new AnalysisFault('A result is no object.')
    const { entity_type: type, start, end, score } = result
    if (typeof type !== 'string' || typeof score !== 'number' || !(score >= 0 && score <= 1))
      throw new AnalysisFault('A result has no type or no score.')
    const [from, to] = [units(start), units(end)]
    if (from === undefined || to === undefined || from >= to) throw new AnalysisFault('A result lies outside the text.')
    const entity = types.get(type)
    if (entity !== undefined && score >= minScore) spans.push({ entity, start: from, end: to, confidence: score })
  }
  return spans
}

/** Where a code point begins, or the end of the text; undefined for a place that the text does not have. */
function unitsOf(text: string): (place: unknown) => number | undefined {
  const isPlace = (place: unknown): place is number =>
    typeof place === 'number' && Number.isInteger(place) && place >= 0
  if (!/[\uD800-\uDBFF]/.test(text)) return (place) => (isPlace(place) && place <= text.length ? place : undefined)
  const starts: number[] = []
  let at = 0
  // A lone surrogate is one code point, here and in Python.
  for (const character of text) {
    starts.push(at)
    at += character.length
  }
  starts.push(at)
  return (place) => (isPlace(place) ? starts[place] : undefined)
}
