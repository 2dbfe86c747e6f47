import {
  type DetectionConfig,
  detectionSchema,
  type EntityFinding,
  type Level,
  type ResidualAction,
  type SensitivityTile,
  type UnreadableKind,
  type UnreadableLevels,
} from '@sluice/contracts'
import type { Awaitable, Exchange, InspectorDecision, Layers, SecondLookDecision } from '../../layer.ts'
import type { CodenameRegistry } from '../../ports/codename-registry.ts'
import { type LocalRequest, positionsOf, requireAtMost } from '../../request/index.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { joinTiles } from '../../run/tiles.ts'
import { sessionNameOf } from '../../session-scope.ts'
import { withoutUnpersonal } from './beside-person.ts'
import { findingsOf } from './findings-of.ts'
import { createQuestions } from './questions.ts'
import { readTextSteps } from './read-text.ts'
import type { Recognizer } from './recognizer.ts'
import { ScanMemo, type SessionLooks, type TextLook } from './scan-memo.ts'
import { shippedRecognizers } from './scan-text.ts'
import { decideOnResidual, residualOf } from './second-look/residual.ts'
import { type LeftByFirstLook, type SecondLook, secondLookSteps } from './second-look/second-look.ts'
import { tileOf } from './sensitivity-tile.ts'
import { withSplitValues } from './split-values.ts'
import { type Detection, TenantRecognizers } from './tenant-recognizers.ts'

interface SensitivityOptions {
  readonly codenames: CodenameRegistry
  readonly unreadableLevels: UnreadableLevels
  /** What is looked for; as shipped where it is left out. */
  readonly detection?: DetectionConfig
  /** What is done about values that the second look is sure of; they are recorded where it is left out. */
  readonly residualAction?: ResidualAction
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
 * `lookAgain` looks at what L3 passes on: see `secondLookSteps`. What it is sure of is recorded, masked or refused by
 * `residualAction`; what it only counts is recorded.
 *
 * A text that the session has sent before is not read again: what it has shown is remembered by digest.
 *
 * It cannot see what no recognizer knows: health data, dates in words, names that neither a rule nor the tagger
 * takes for one, and values that are spelled out in words.
 */
export function createSensitivityLayer(options: SensitivityOptions): Layers['L2'] {
  const { codenames, unreadableLevels, detection = SHIPPED, residualAction = 'record', timeoutMs } = options
  // Made with the layer: a model that cannot be read stops the start, and threads of bodies share its memory.
  const recognizers = new TenantRecognizers(options.recognizers ?? shippedRecognizers())
  const memo = new ScanMemo()
  const looks = new WeakMap<LocalRequest, FirstLook>()
  return {
    id: 'L2',
    timeoutMs,
    onError: 'deny',
    decide(request, { origin, scope, facts }) {
      const { tenant } = origin.principal
      const snapshot = codenames.current(tenant)
      const continuesPersonal = isPersonal(origin.history?.tile)
      const session = sessionNameOf(origin)
      if (request.remote !== undefined) {
        const settings = { tenant, codenames: snapshot, unreadableLevels, detection, residualAction }
        return request.remote.L2({ ...settings, session, continuesPersonal }, scope).then(({ tile, findings }) => ({
          type: 'allow',
          findingCount: findings,
          facts: { tile: joinTiles(tile, origin.history?.tile) },
        }))
      }
      const leaves = request.kind === 'tool-call' ? upTo(facts.clearLevel ?? -1) : undefined
      const lookedFor = recognizers.of(tenant, snapshot, detection)
      const known = memo.of(session)
      const found = inspect(request, lookedFor, { unreadableLevels, leaves, continuesPersonal, known }, scope)
      const decided = (sensitivity: Sensitivity) => {
        looks.set(request, { detection: lookedFor, known, left: sensitivity.left })
        return allow(sensitivity, origin.history?.tile)
      }
      return found instanceof Promise ? found.then(decided) : decided(found)
    },
    lookAgain(request, exchange) {
      const { facts, origin, scope } = exchange
      if (request.remote !== undefined) {
        if (request.residual === undefined) throw new Error('Nobody has looked at this body again.')
        return decideOnResidual(request.residual, residualAction, facts.tile)
      }
      const before = origin.request.remote === undefined ? origin.request : undefined
      const first = before && looks.get(before)
      if (before === undefined || first === undefined) throw new Error('Nobody has looked at this request before.')
      const above = request.kind === 'tool-call' ? (facts.clearLevel ?? -1) : -1
      const looked = workInSlices(secondLookSteps(request, { ...first, before, above }), scope)
      const decided = (look: SecondLook) => decideOnLook(look, residualAction, exchange)
      return looked instanceof Promise ? looked.then(decided) : decided(looked)
    },
  }
}

function decideOnLook(look: SecondLook, action: ResidualAction, { facts }: Exchange): SecondLookDecision {
  const decision = decideOnResidual(residualOf(look, action), action, facts.tile)
  return action === 'mask' && look.findings.length > 0 ? { ...decision, replace: look.findings } : decision
}

/** What a first look leaves for the second. */
interface FirstLook {
  readonly detection: Detection
  readonly known: SessionLooks | undefined
  readonly left: LeftByFirstLook
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
  /** What this session's texts have shown before. */
  readonly known?: SessionLooks | undefined
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
  /** What was not sure enough for a finding. */
  readonly left: LeftByFirstLook
  /** Of what leaves. */
  readonly tile: SensitivityTile
  /** Of all, where not all of it leaves. */
  readonly wholeTile?: SensitivityTile
}

/** Finds the sensitive data of every text position of a request. Throws `request_too_large` beyond its bounds. */
export function* sensitivitySteps(
  request: LocalRequest,
  detection: Detection,
  { unreadableLevels, leaves, continuesPersonal = false, known }: Circumstances,
): SlicedWork<Sensitivity> {
  const findings: EntityFinding[] = []
  const traits = new Set<string>()
  const left = new Map<string, TextLook['weak']>()
  const unreadable = new Set<UnreadableKind>()
  const questions = createQuestions()
  const fixed = new Set<string>()
  for (const position of positionsOf(request)) {
    if (position.unreadable !== undefined) unreadable.add(position.unreadable)
    if (position.isFixed === true) fixed.add(position.path)
    const question = questions.before(position)
    const reading = question === undefined ? position : { ...position, question }
    const look = yield* readTextSteps(reading, detection, known)
    for (const finding of findingsOf(look.spans, position)) findings.push(finding)
    for (const trait of look.traits) traits.add(trait)
    if (look.weak.length > 0) left.set(position.path, look.weak)
    requireAtMost('findings', findings.length)
  }
  const all = yield* withSplitValues(positionsOf(request), findings, detection.recognizers)
  const spoken = { isOneTurn: request.kind === 'tool-call', continuesPersonal }
  const whole = withoutUnpersonal(all, detection.besidePerson, spoken)
  requireAtMost('findings', whole.length)
  const others = {
    traits,
    unreadable: [...unreadable].map((kind) => unreadableLevels[kind]),
    inFile: whole.some(({ position }) => fixed.has(position)) ? unreadableLevels.readFile : undefined,
  }
  const wholeTile = tileOf({ findings: whole, ...others })
  if (leaves === undefined) return { findings: whole, left, tile: wholeTile }
  const leaving = whole.filter(({ level }) => leaves(level))
  return { findings: whole, left, tile: tileOf({ findings: leaving, ...others }), wholeTile }
}
