import {
  type DetectionConfig,
  detectionSchema,
  type EntityFinding,
  type Level,
  type SensitivityTile,
  type UnreadableKind,
  type UnreadableLevels,
} from '@sluice/contracts'
import type { Awaitable, Inspector, InspectorDecision } from '../../layer.ts'
import type { CodenameRegistry } from '../../ports/codename-registry.ts'
import { type LocalRequest, positionsOf, requireAtMost, type TextPosition } from '../../request/index.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { joinTiles } from '../../run/tiles.ts'
import { windowsOf } from '../../run/windows.ts'
import { withoutUnpersonal } from './beside-person.ts'
import { traitReader } from './quasi-identifiers.ts'
import { createQuestions } from './questions.ts'
import type { Recognizer, Span } from './recognizer.ts'
import { levelOf, ownTypeOf } from './resolve-overlaps.ts'
import { scanSteps } from './scan-text.ts'
import { tileOf } from './sensitivity-tile.ts'
import { withSplitValues } from './split-values.ts'
import { type Detection, TenantRecognizers } from './tenant-recognizers.ts'

interface SensitivityOptions {
  readonly codenames: CodenameRegistry
  readonly unreadableLevels: UnreadableLevels
  /** What is looked for; as shipped where it is left out. */
  readonly detection?: DetectionConfig
  /** In place of those that ship, for measurements. */
  readonly recognizers?: readonly Recognizer[]
  readonly timeoutMs: number
}

/**
 * L2: finds sensitive data in every text position of a request and sums it up as a sensitivity tile. It always
 * allows; L3 replaces what it found and L5 routes by the tile. What cannot be read counts by `unreadableLevels`. A
 * registry that fails rejects, so the runner denies. A request that continues an earlier one has at least the tile of
 * its history, where tokens stand for what L2 has once found.
 *
 * It cannot see what no recognizer knows: health data, dates in words, names that neither a rule nor the tagger
 * takes for one, values in base64, and values that are spelled out in words.
 */
export function createSensitivityLayer({
  codenames,
  unreadableLevels,
  detection = SHIPPED,
  recognizers: used,
  timeoutMs,
}: SensitivityOptions): Inspector<'L2'> {
  const recognizers = new TenantRecognizers(used)
  return {
    id: 'L2',
    timeoutMs,
    onError: 'deny',
    decide(request, { origin, scope, facts }) {
      const { tenant } = origin.principal
      const snapshot = codenames.current(tenant)
      const continuesPersonal = isPersonal(origin.history?.tile)
      if (request.remote !== undefined) {
        return request.remote
          .L2({ tenant, codenames: snapshot, unreadableLevels, detection, continuesPersonal }, scope)
          .then(({ tile, findings }) => ({
            type: 'allow',
            findingCount: findings,
            facts: { tile: joinTiles(tile, origin.history?.tile) },
          }))
      }
      const leaves = request.kind === 'tool-call' ? upTo(facts.clearLevel ?? -1) : undefined
      const lookedFor = recognizers.of(tenant, snapshot, detection)
      const found = inspect(request, lookedFor, { unreadableLevels, leaves, continuesPersonal }, scope)
      return found instanceof Promise
        ? found.then((sensitivity) => allow(sensitivity, origin.history?.tile))
        : allow(found, origin.history?.tile)
    },
  }
}

function inspect(
  request: LocalRequest,
  detection: Detection,
  circumstances: Circumstances,
  scope: AbortScope,
): Awaitable<Sensitivity> {
  return workInSlices(sensitivitySteps(request, detection, circumstances), scope)
}

const SHIPPED = detectionSchema.parse({})

/** Whether what was said before holds data of a person. */
function isPersonal(history: SensitivityTile | undefined): boolean {
  return (history?.categories.PII ?? 0) > 0 || (history?.categories.PHI ?? 0) > 0
}

/** What else decides how a request is seen. */
interface Circumstances {
  readonly unreadableLevels: UnreadableLevels
  /** For a request of which only a part leaves as it is. */
  readonly leaves?: Leaves | undefined
  /** Whether an earlier part of the conversation, which is not here, spoke of a person. */
  readonly continuesPersonal?: boolean
}

function allow(
  { findings, tile, wholeTile }: Sensitivity,
  history: SensitivityTile | undefined,
): InspectorDecision<'L2'> {
  const facts = { tile: joinTiles(tile, history), ...(wholeTile === undefined ? {} : { wholeTile }) }
  return { type: 'allow', findings, facts }
}

/** Whether a value of this level leaves as it is. */
type Leaves = (level: Level) => boolean

function upTo(highest: number): Leaves {
  return (level) => level <= highest
}

/** What a request carries. */
interface Sensitivity {
  readonly findings: readonly EntityFinding[]
  /** Of what leaves. */
  readonly tile: SensitivityTile
  /** Of all, where not all of it leaves. */
  readonly wholeTile?: SensitivityTile
}

/** Finds the sensitive data of every text position of a request. Throws `request_too_large` beyond its bounds. */
export function* sensitivitySteps(
  request: LocalRequest,
  { recognizers, besidePerson }: Detection,
  { unreadableLevels, leaves, continuesPersonal = false }: Circumstances,
): SlicedWork<Sensitivity> {
  const findings: EntityFinding[] = []
  const traits = new Set<string>()
  const unreadable = new Set<UnreadableKind>()
  const questions = createQuestions()
  const fixed = new Set<string>()
  for (const position of positionsOf(request)) {
    if (position.unreadable !== undefined) unreadable.add(position.unreadable)
    if (position.isFixed === true) fixed.add(position.path)
    const question = questions.before(position)
    const reading = question === undefined ? position : { ...position, question }
    const spans = yield* scanSteps(position.text, reading, recognizers)
    for (const span of spans) {
      // Where a picture or file lies is no text about anybody: its address has to stay one.
      if (span.entity === 'URL' && position.unreadable !== undefined) continue
      findings.push(findingOf(span, position))
    }
    requireAtMost('findings', findings.length)
    if (position.kind !== 'identifier') yield* traitSteps(position.text, traits)
  }
  const all = yield* withSplitValues(positionsOf(request), findings, recognizers)
  const whole = withoutUnpersonal(all, besidePerson, { isOneTurn: request.kind === 'tool-call', continuesPersonal })
  requireAtMost('findings', whole.length)
  const others = {
    traits,
    unreadable: [...unreadable].map((kind) => unreadableLevels[kind]),
    inFile: whole.some(({ position }) => fixed.has(position)) ? unreadableLevels.readFile : undefined,
  }
  const wholeTile = tileOf({ findings: whole, ...others })
  if (leaves === undefined) return { findings: whole, tile: wholeTile }
  const leaving = whole.filter(({ level }) => leaves(level))
  return { findings: whole, tile: tileOf({ findings: leaving, ...others }), wholeTile }
}

/** No phrase that names a trait is longer, in UTF-16 code units. */
const LONGEST_TRAIT = 64

function* traitSteps(text: string, traits: Set<string>): SlicedWork<void> {
  let isFirst = true
  for (const window of windowsOf(text, LONGEST_TRAIT)) {
    // The first window was paid for by the scan.
    if (!isFirst) yield window.length / 4
    isFirst = false
    traitReader.addTraits(window, traits)
  }
}

function findingOf(span: Span, { path }: TextPosition): EntityFinding {
  const { entity, start, end, confidence, recognizer } = span
  const level = levelOf(span)
  const finding = { kind: 'entity', entity, level, position: path, start, end, confidence, recognizer } as const
  return { ...finding, ...ownTypeOf(span) }
}
