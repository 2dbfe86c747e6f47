import type { EntityFinding, Level, SensitivityTile, UnreadableKind, UnreadableLevels } from '@sluice/contracts'
import type { Trait } from '@sluice/mosaic'
import { KnownSentences } from '@sluice/name-tagger'
import { type LocalRequest, positionsOf, requireAtMost, type TextPosition } from '../../request/index.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { withoutUnpersonal } from './beside-person.ts'
import { findingsOf } from './findings-of.ts'
import { isOfSpeaker } from './first-person.ts'
import { createQuestions } from './questions.ts'
import { readTextSteps } from './read-text.ts'
import type { Span } from './recognizer.ts'
import type { SessionLooks, TextLook } from './scan-memo.ts'
import type { LeftByFirstLook } from './second-look/second-look.ts'
import { tileOf } from './sensitivity-tile.ts'
import { withSplitValues } from './split-values.ts'
import type { Detection } from './tenant-recognizers.ts'
import { TraitsOfRequest } from './traits-of-request.ts'
import { turnsOf } from './turns-of-request.ts'

/** What has been found in a request, before it is summed up. */
export interface RequestReading {
  /** The texts in which something was found, in their order, with disjoint spans in order. */
  readonly found: readonly ReadText[]
  readonly traits: ReadonlySet<string>
  readonly unreadable: readonly UnreadableKind[]
  /** The texts of files that go on as they are, by path. */
  readonly fixed: ReadonlySet<string>
}

interface ReadText {
  readonly position: TextPosition
  readonly spans: readonly Span[]
}

/** Whether a value of this level leaves as it is. */
type Leaves = (level: Level) => boolean

/** What else decides how a request is seen. */
export interface Circumstances {
  readonly unreadableLevels: UnreadableLevels
  /** For a request of which only a part leaves as it is. */
  readonly leaves?: Leaves | undefined
  /** Whether an earlier part of the conversation, which is not here, spoke of a person. */
  readonly continuesPersonal?: boolean
  /** What this session's texts have shown before. */
  readonly known?: SessionLooks | undefined
  /** Whether what it tells of persons is asked for. */
  readonly readsTraits?: boolean
}

/** What a request carries. */
export interface Sensitivity {
  readonly findings: readonly EntityFinding[]
  /** Of what leaves. */
  readonly tile: SensitivityTile
  /** Of all, where not all of it leaves. */
  readonly wholeTile?: SensitivityTile
  /** What it tells of persons, each once. */
  readonly told: readonly Trait[]
}

/** What the gateway's own recognizers see of a request. */
export interface Inspected extends Sensitivity {
  /** What was not sure enough for a finding. */
  readonly left: LeftByFirstLook
  /** What its sentences have shown, for a second look. */
  readonly sentences: KnownSentences
  /** What others may add to. */
  readonly reading: RequestReading
}

/** Finds the sensitive data of every text position of a request. Throws `request_too_large` beyond its bounds. */
export function* sensitivitySteps(
  request: LocalRequest,
  detection: Detection,
  circumstances: Circumstances,
): SlicedWork<Inspected> {
  const found: ReadText[] = []
  const traits = new Set<string>()
  const left = new Map<string, TextLook['weak']>()
  const unreadable = new Set<UnreadableKind>()
  const questions = createQuestions()
  const fixed = new Set<string>()
  const sentences = new KnownSentences()
  let findings = 0
  for (const position of positionsOf(request)) {
    if (position.unreadable !== undefined) unreadable.add(position.unreadable)
    if (position.isFixed === true) fixed.add(position.path)
    const question = questions.before(position)
    const asked = question === undefined ? position : { ...position, question }
    const { spans, ...look } = yield* readTextSteps(asked, detection, circumstances.known, sentences)
    if (spans.length > 0) found.push({ position, spans })
    for (const trait of look.traits) traits.add(trait)
    if (look.weak.length > 0) left.set(position.path, look.weak)
    findings += spans.length
    requireAtMost('findings', findings)
  }
  const reading = { found, traits, unreadable: [...unreadable], fixed }
  return { ...(yield* sumUpSteps(request, reading, detection, circumstances)), left, sentences, reading }
}

/** What a reading of the request comes to. Throws `request_too_large` beyond its bounds. */
export function* sumUpSteps(
  request: LocalRequest,
  reading: RequestReading,
  { recognizers, besidePerson, kept, changed }: Detection,
  { unreadableLevels, leaves, continuesPersonal = false, readsTraits = false }: Circumstances,
): SlicedWork<Sensitivity> {
  const { found, traits, unreadable, fixed } = reading
  const findings: EntityFinding[] = []
  for (const { position, spans } of found) for (const each of findingsOf(spans, position)) findings.push(each)
  const all = yield* withSplitValues(positionsOf(request), findings, recognizers)
  const hasDoubtful = all.some(({ entity }) => besidePerson.has(entity))
  const whole = hasDoubtful ? withoutUnpersonal(all, besidePerson, spokenIn(request, found, continuesPersonal)) : all
  requireAtMost('findings', whole.length)
  const others = {
    traits,
    unreadable: unreadable.map((kind) => unreadableLevels[kind]),
    inFile: whole.some(({ position }) => fixed.has(position)) ? unreadableLevels.readFile : undefined,
  }
  const wholeTile = tileOf({ findings: whole, ...others })
  const told = readsTraits ? yield* toldSteps(request, reading) : []
  const replaced = kept.size === 0 ? whole : whole.filter(({ entity }) => !kept.has(entity))
  const toReplace = changed.size === 0 ? replaced : replaced.map((finding) => asSet(finding, changed))
  if (leaves === undefined) return { findings: toReplace, tile: wholeTile, told }
  const leaving = whole.filter(({ level, entity }) => leaves(level) || kept.has(entity))
  return { findings: toReplace, tile: tileOf({ findings: leaving, ...others }), wholeTile, told }
}

function asSet(finding: EntityFinding, changed: Detection['changed']): EntityFinding {
  const replace = changed.get(finding.entity)
  return replace === undefined ? finding : { ...finding, replace }
}

/** Who is spoken of where. */
function spokenIn(
  request: LocalRequest,
  found: readonly ReadText[],
  continuesPersonal: boolean,
): Parameters<typeof withoutUnpersonal>[2] {
  const ofSpeaker = new Set<string>()
  for (const { position, spans } of found) {
    for (const each of findingsOf(spans, position)) if (isOfSpeaker(position.text, each)) ofSpeaker.add(placeOf(each))
  }
  const isOneTurn = request.kind === 'tool-call'
  const isSaidThere = (finding: EntityFinding) => ofSpeaker.has(placeOf(finding))
  return { isOneTurn, continuesPersonal, turns: turnsOf(request), isOfSpeaker: isSaidThere }
}

function placeOf({ position, start, end }: EntityFinding): string {
  return `${start} ${end} ${position}`
}

/** What the texts tell of persons, whoever has found the names and places in them. */
function* toldSteps(request: LocalRequest, { found }: RequestReading): SlicedWork<readonly Trait[]> {
  const spansAt = new Map(found.map(({ position, spans }) => [position.path, spans]))
  const told = new TraitsOfRequest()
  for (const { kind, path, text } of positionsOf(request)) {
    if (kind !== 'identifier') yield* told.readSteps(text, spansAt.get(path) ?? [])
  }
  return told.traits
}
