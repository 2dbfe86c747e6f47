import type { EntityFinding } from '@sluice/contracts'
import { type LocalRequest, positionsOf, rewrite, type TextPosition } from '../../request/index.ts'
import { MAX_STEP_UNITS, type SlicedWork } from '../../run/slice-queue.ts'
import type { SentBefore } from '../../sent/index.ts'
import { type FindDelivered, withDelivered } from './delivered-spans.ts'
import { createOccurrenceSearch, type Occurrence } from './find-occurrences.ts'
import { asciiJson, JsonQuotes, type QuotedPlace } from './json-quotes.ts'
import { type LateText, type SentEarlier, sentBeforeOf } from './late-values.ts'
import { type Replaceable, type Span, spansOf } from './spans.ts'

/** Gives the text that takes the place of a value. */
type Substitute = (value: Replaceable) => string

/** Whether a value that was found elsewhere is replaced where its text stands as well. */
type IsOccurrence = (value: Replaceable, place: Occurrence, position: TextPosition) => boolean

/** What one value costs beside its text, in units of sliced work: a token is made, and the value is sealed. */
const VALUE_COST = 16
/** How many values are replaced in one step. */
const VALUES_PER_STEP = 256
/** Looking for values costs less than recognizing them, by this factor. */
const CHEAPER = 4

interface MaskOptions {
  readonly findDelivered?: FindDelivered
  /** Every one is replaced where this is left out. */
  readonly isOccurrence?: IsOccurrence
  /** What its session has sent before. */
  readonly sent?: SentEarlier | undefined
}

/** A request without its values, and what is known of its texts. */
interface Masked<Request extends LocalRequest> {
  readonly request: Request
  readonly sentBefore?: SentBefore
}

/**
 * The request with every value that was found replaced, in every text position. A value that was found in one place
 * only (a name through its context) is replaced wherever it stands as a whole word. Texts that this session was given
 * become what the model had written. Throws on findings that do not fit the request, and what `substitute` throws.
 */
export function* maskSteps<Request extends LocalRequest>(
  request: Request,
  findings: readonly EntityFinding[],
  substitute: Substitute,
  { findDelivered = () => undefined, isOccurrence = () => true, sent }: MaskOptions = {},
): SlicedWork<Masked<Request>> {
  const all = positionsOf(request)
  // A file goes on as it is, by the level that its values give it.
  const positions = all.filter(({ isFixed }) => isFixed !== true)
  const found = spansOf(findings.filter(isReplaceable(all)), positions)
  const values = highestByValue(found)
  const search = createOccurrenceSearch(values.keys())
  const begun = sent?.texts.begin(values.keys())
  const late: LateText[] = []
  const replacements = new Map<string, string>()
  for (const position of positions) {
    const { path, text } = position
    yield Math.min(text.length / CHEAPER, MAX_STEP_UNITS)
    const isReplaced = (place: Occurrence) => {
      const known = values.get(place.value)
      return known !== undefined && isOccurrence(known, place, position)
    }
    const spansWith = (others: readonly Occurrence[]): readonly Span[] => {
      const masked = withOccurrences(found.get(path) ?? [], others, values)
      const delivered = findDelivered(text)
      return delivered === undefined ? masked : withDelivered(text, masked, delivered)
    }
    const occurrences = search(text).filter(isReplaced)
    const spans = spansWith(occurrences)
    if (spans.length > 0) replacements.set(path, yield* replaceSpans(text, spans, substitute))
    const lateHere = occurrences.map(({ value }) => value).filter((value) => (begun?.knownSince.get(value) ?? 0) > 1)
    if (lateHere.length === 0) continue
    const maskedWith: LateText['maskedWith'] = (isKnown) => {
      // A shorter value may stand in the longer one that was not known.
      const searchKnown = createOccurrenceSearch([...values.keys()].filter(isKnown))
      return replaceSpans(text, spansWith(searchKnown(text).filter(isReplaced)), substitute)
    }
    late.push({ path, text, values: new Set(lateHere), maskedWith })
  }
  const masked = rewrite(request, replacements)
  if (sent === undefined || begun === undefined) return { request: masked }
  return { request: masked, sentBefore: sentBeforeOf({ request, masked, positions, replacements, late }, sent, begun) }
}

/** Whether the value of a finding can be replaced where it stands. */
function isReplaceable(positions: readonly TextPosition[]): (finding: EntityFinding) => boolean {
  const fixed = new Set(positions.filter(({ isFixed }) => isFixed === true).map(({ path }) => path))
  return ({ position }) => !fixed.has(position)
}

/** The type and level of each value, by the value and as JSON in ASCII has it, from its most sensitive finding. */
function highestByValue(found: ReadonlyMap<string, readonly Span[]>): ReadonlyMap<string, Replaceable> {
  const values = new Map<string, Replaceable>()
  for (const spans of found.values()) {
    for (const { entity, level, value, replacement, replace, isRest } of spans) {
      // Of one level the type counts that was found first: what comes later changes nothing of what was sent.
      if (isRest === true || level <= (values.get(value)?.level ?? -1)) continue
      values.set(value, { entity, level, value, replacement, replace })
      const escaped = asciiJson(value)
      if (escaped !== value) values.set(escaped, { entity, level, value, replacement, replace })
    }
  }
  return values
}

/** L2's own spans, and the occurrences that lie between them or contain them ("Alice" within "Alice Smith"). */
function withOccurrences(
  spans: readonly Span[],
  occurrences: readonly Occurrence[],
  values: ReadonlyMap<string, Replaceable>,
): readonly Span[] {
  if (occurrences.length === 0) return spans
  const merged: Span[] = []
  let next = 0
  const takeUntil = (end: number, mayTake: (span: Span) => boolean) => {
    const first = next
    for (let span = spans[next]; span !== undefined && mayTake(span) && span.start < end; span = spans[next]) next += 1
    return spans.slice(first, next)
  }
  for (const { value, start, end } of occurrences) {
    // One by one: a text may have more spans than a call may have arguments.
    for (const span of takeUntil(start, ({ end: ended }) => ended <= start)) merged.push(span)
    const touched = takeUntil(end, () => true)
    const known = values.get(value)
    if (known === undefined || touched.some((span) => span.start < start || span.end > end)) {
      for (const span of touched) merged.push(span)
    } else merged.push(touched.reduce<Span>(atHigherLevel, { ...known, start, end }))
  }
  return merged.concat(spans.slice(next))
}

function atHigherLevel(span: Span, inside: Span): Span {
  return inside.level > span.level ? { ...span, level: inside.level } : span
}

/** A token is minted for each value that is known, also where the model wrote it differently. */
function outgoing(span: Span, substitute: Substitute): string {
  if (span.isMask === true && span.written !== undefined) return span.written
  const token = substitute(span)
  return span.written ?? token
}

function* replaceSpans(text: string, spans: readonly Span[], substitute: Substitute): SlicedWork<string> {
  const quotes = new JsonQuotes(text)
  let replaced = ''
  let copied = 0
  let place: QuotedPlace | undefined
  const copyUntil = (end: number) => {
    replaced += text.slice(copied, end)
    copied = Math.max(copied, end)
  }
  const closeBefore = (start: number) => {
    if (place === undefined || start < place.end) return
    copyUntil(place.end)
    replaced += place.quote
    place = undefined
  }
  for (const [at, span] of spans.entries()) {
    if (at % VALUES_PER_STEP === 0) yield Math.min(VALUES_PER_STEP, spans.length - at) * VALUE_COST
    closeBefore(span.start)
    if (place === undefined && span.written === undefined && span.replace !== 'shift') {
      place = quotes.around(span.start, span.end)
      if (place !== undefined) {
        copyUntil(place.start)
        replaced += place.quote
      }
    }
    copyUntil(span.start)
    replaced += span.isRest === true ? '' : outgoing(span, substitute)
    copied = span.end
  }
  closeBefore(text.length)
  copyUntil(text.length)
  return replaced
}
