import { ENTITY_CLASSES, type EntityFinding, type EntityType } from '@sluice/contracts'
import type { KnownSentences } from '@sluice/name-tagger'
import {
  isConversation,
  type LocalRequest,
  positionsOf,
  requireAtMost,
  type TextPosition,
} from '../../../request/index.ts'
import type { SlicedWork } from '../../../run/slice-queue.ts'
import { windowsOf } from '../../../run/windows.ts'
import { findingsOf } from '../findings-of.ts'
import { maskTokens } from '../fold-without-tokens.ts'
import { rememberedSteps } from '../read-text.ts'
import type { Recognizer, Span } from '../recognizer.ts'
import type { SessionLooks, TextLook } from '../scan-memo.ts'
import { scanSteps } from '../scan-text.ts'
import { withSplitValues } from '../split-values.ts'
import type { Detection } from '../tenant-recognizers.ts'
import { type TypeCount, WeakFindings } from '../weak-findings.ts'
import { withoutOneEscape } from './escapes-of-escapes.ts'
import { looseNumbers } from './loose-numbers.ts'

/** What a first look has left without a finding, by path. */
export type LeftByFirstLook = ReadonlyMap<string, readonly TypeCount[]>

/** What a second look shows of what would leave. */
export interface SecondLook {
  /** What it is sure of, disjoint: values that should not leave. */
  readonly findings: readonly EntityFinding[]
  /** How many places may be a value, and are as likely none, by type. */
  readonly weak: ReadonlyMap<EntityType, number>
}

interface Circumstances {
  readonly detection: Detection
  /** The request before L3, and what the first look has left there. */
  readonly before: LocalRequest
  readonly left: LeftByFirstLook
  readonly known: SessionLooks | undefined
  /** What the sentences of the request before L3 have shown. They are let go of at the end. */
  readonly sentences: KnownSentences
  /** Values of a higher level only. */
  readonly above: number
}

/**
 * Looks once more at a request, as L3 passes it on: with half the scores that make a finding, at numbers without a word
 * beside them, at escapes of escapes, and at texts joined where parts of a message meet, or messages of one role. A
 * text that L3 has not changed is not read by the recognizers again: what they were less sure of is known.
 *
 * Places and organizations that count beside a person only are left out: persons are tokens by now. So are types whose
 * values are kept, shifted or generalized: what it finds of them is what L3 has put there. It cannot see what no
 * recognizer knows.
 *
 * Throws `request_too_large` for too many findings.
 */
export function* secondLookSteps(
  masked: LocalRequest,
  { detection, before, left, known, sentences, above }: Circumstances,
): SlicedWork<SecondLook> {
  const findings: EntityFinding[] = []
  const weak = new Map<EntityType, number>()
  const countWeak = (counts: readonly TypeCount[]) => {
    for (const [entity, count] of counts) {
      if (isBelow(entity, above) || isMeantToStand(entity, detection)) continue
      weak.set(entity, (weak.get(entity) ?? 0) + count)
    }
  }
  // A file goes on as it is, by the level that its values give it.
  const positions = positionsOf(masked).filter(({ isFixed }) => isFixed !== true)
  const earlier =
    masked === before ? undefined : new Map(positionsOf(before).map(({ path, text }) => [path, text] as const))
  for (const position of positions) {
    const { path, text } = position
    const isSame = earlier === undefined || earlier.get(path) === text
    if (isSame) countWeak(left.get(path) ?? [])
    const look = yield* lookAt(position, isSame, { detection, known, sentences })
    for (const finding of findingsOf(look.spans, position)) findings.push(finding)
    countWeak(look.weak)
    requireAtMost('findings', findings.length)
  }
  sentences.clear()
  const all = yield* withSplitValues(positions, findings, rulesOf(detection), textsThatMeet(masked))
  const counted = all.filter(
    ({ entity, level }) => level > above && !detection.besidePerson.has(entity) && !isMeantToStand(entity, detection),
  )
  return { findings: counted, weak }
}

/** Of a type that is kept, or changed to another value of its form, values stand in what leaves. */
function isMeantToStand(entity: EntityType, { kept, changed }: Detection): boolean {
  return kept.has(entity) || changed.has(entity)
}

function isBelow(entity: EntityType, above: number): boolean {
  return ENTITY_CLASSES[entity].level <= above
}

function* lookAt(
  position: TextPosition,
  isSame: boolean,
  { detection, known, sentences }: Pick<Circumstances, 'detection' | 'known' | 'sentences'>,
): SlicedWork<TextLook> {
  const text = maskTokens(position.text)
  const isEscaped = withoutOneEscape(text) !== undefined
  // Looking for long numbers costs less than asking what is known.
  if (isSame && !isEscaped) return { spans: [], weak: yield* looseSteps(text, []), traits: [] }
  const pass = isSame ? 'second, unescaped' : 'second'
  const asked = { ...position, sentences }
  return yield* rememberedSteps(position, pass, detection, known, () => changedSteps(asked, text, isSame, detection))
}

/** What reads texts that are no sentences. */
function rulesOf({ recognizers }: Detection): readonly Recognizer[] {
  return recognizers.filter(({ readsSentences }) => readsSentences !== true)
}

function* changedSteps(
  position: TextPosition & Pick<Circumstances, 'sentences'>,
  text: string,
  isSame: boolean,
  detection: Detection,
): SlicedWork<TextLook> {
  const weak = new WeakFindings()
  const spans = isSame ? [] : yield* scanSteps(position.text, { ...position, weak }, detection.recognizers)
  const rules = rulesOf(detection)
  const loose = yield* looseSteps(text, spans)
  const escaped = yield* escapedSteps(text, rules)
  return { spans, weak: [...weak.counts(), ...loose, ...escaped], traits: [] }
}

type Place = Pick<Span, 'start' | 'end'>

/** Tells whether a place touches one of the spans. Both come in their order, so that each span is looked at once. */
function takenPlaces(spans: readonly Span[]): (place: Place) => boolean {
  let next = 0
  return ({ start, end }) => {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
    return (spans[next]?.start ?? Number.POSITIVE_INFINITY) < end
  }
}

/** No number that is looked for is longer, with its separators. */
const LONGEST_NUMBER = 64

function* looseSteps(text: string, found: readonly Span[]): SlicedWork<readonly TypeCount[]> {
  const counts: TypeCount[] = []
  const isTaken = takenPlaces(found)
  let from = 0
  for (const window of windowsOf(text, 0)) {
    yield window.length / LONGEST_NUMBER
    for (const { entity, start, end } of looseNumbers(window)) {
      if (!isTaken({ start: start + from, end: end + from })) counts.push([entity, 1])
    }
    from += window.length
  }
  return counts
}

/** What stands in escapes of escapes, beyond what stands there without them. */
function* escapedSteps(text: string, recognizers: readonly Recognizer[]): SlicedWork<readonly TypeCount[]> {
  const unescaped = withoutOneEscape(text)
  if (unescaped === undefined) return []
  const spans = yield* scanSteps(unescaped, { kind: 'prose' }, recognizers)
  return spans.map(({ entity }): TypeCount => [entity, 1])
}

/** The text, or a text part, of a message. */
const OF_MESSAGE = /^\/(?:messages|input)\/\d+\/(?:content|content\/\d+\/text)$/

/** As in the first look, and the answers of tools that follow each other. */
function textsThatMeet(request: LocalRequest): readonly (readonly TextPosition[])[] {
  if (!isConversation(request)) return []
  const groups: TextPosition[][] = []
  let role: TextPosition['role']
  for (const position of positionsOf(request)) {
    if (position.role === undefined || position.isFixed === true) continue
    if (position.role !== role || groups.length === 0) groups.push([])
    role = position.role
    const isText = position.kind === 'prose' && position.text !== '' && OF_MESSAGE.test(position.path)
    if (isText) groups.at(-1)?.push(position)
  }
  return groups.filter(({ length }) => length > 1)
}
