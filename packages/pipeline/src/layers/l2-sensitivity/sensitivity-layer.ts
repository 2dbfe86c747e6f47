import {
  type DetectionConfig,
  detectionSchema,
  type ResidualAction,
  type SensitivityTile,
  type UnreadableLevels,
} from '@sluice/contracts'
import type { Trait } from '@sluice/mosaic'
import type { Exchange, Layers, SecondLookDecision } from '../../layer.ts'
import type { CodenameRegistry } from '../../ports/codename-registry.ts'
import type { Mosaics } from '../../ports/mosaics.ts'
import type { BodyWork, LocalRequest, RemoteBody, SeenThere, TextsForOthers } from '../../request/index.ts'
import { workInSlices } from '../../run/slice-queue.ts'
import { joinTiles, withMosaic } from '../../run/tiles.ts'
import { sessionNameOf } from '../../session-scope.ts'
import { askRecognizers, withFlag } from './external/ask-recognizers.ts'
import { textsForOthers, withExternal } from './external/external-texts.ts'
import { firstLookAt, keepFirstLook } from './first-look.ts'
import { type Circumstances, type Inspected, type Sensitivity, sensitivitySteps, sumUpSteps } from './read-request.ts'
import type { Recognizer } from './recognizer.ts'
import { ScanMemo } from './scan-memo.ts'
import { shippedRecognizers } from './scan-text.ts'
import { decideOnResidual, residualOf } from './second-look/residual.ts'
import { type SecondLook, secondLookSteps } from './second-look/second-look.ts'
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
  /** What callers have told of persons before; nothing is looked for where it is left out. */
  readonly mosaics?: Mosaics | undefined
  readonly timeoutMs: number
}

/**
 * L2: finds sensitive data in every text position of a request and sums it up as a sensitivity tile. It always
 * allows; L3 replaces what it found and L5 routes by the tile. What cannot be read counts by `unreadableLevels`. A
 * registry that fails rejects, so the runner denies. A request that continues an earlier one has at least the tile of
 * its history, where tokens stand for what L2 has once found. What it tells of a person is judged together with what
 * its caller has told before (docs/mosaic.md).
 *
 * `lookAgain` looks at what L3 passes on: see `secondLookSteps`. What it is sure of is recorded, masked or refused by
 * `residualAction`; what it only counts is recorded.
 *
 * A text that the session has sent before is not read again: what it has shown is remembered by digest.
 *
 * It cannot see what no recognizer knows: illnesses and medicines that the lists lack, days told without a date
 * ("last Tuesday"), names that neither a rule nor the tagger takes for one, and numbers in words beyond single digits.
 */
export function createSensitivityLayer(options: SensitivityOptions): Layers['L2'] {
  const { codenames, unreadableLevels, detection = SHIPPED, residualAction = 'record', mosaics, timeoutMs } = options
  // Made with the layer: a model that cannot be read stops the start, and threads of bodies share its memory.
  const recognizers = new TenantRecognizers(options.recognizers ?? shippedRecognizers())
  const memo = new ScanMemo()
  return {
    id: 'L2',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { origin, scope, facts, runtime } = exchange
      const asker = { exchange, mosaics }
      const { tenant } = origin.principal
      const snapshot = codenames.current(tenant)
      const continuesPersonal = isPersonal(origin.history?.tile)
      const session = sessionNameOf(origin)
      const readsTraits = mosaics !== undefined
      const asksOthers = runtime.endpoints.recognizers.length > 0
      if (request.remote !== undefined) {
        const settings = { tenant, codenames: snapshot, unreadableLevels, detection, residualAction }
        const input = { ...settings, session, continuesPersonal, readsTraits }
        const seen = asksOthers ? seeWithOthersThere(request.remote, input, asker) : request.remote.L2(input, scope)
        return seen.then((found) => ({
          type: 'allow',
          findingCount: found.findings,
          facts: factsOf(found, asker),
        }))
      }
      const leaves = request.kind === 'tool-call' ? upTo(facts.clearLevel ?? -1) : undefined
      const lookedFor = recognizers.of(tenant, snapshot, detection)
      const known = memo.of(session)
      const circumstances = { unreadableLevels, leaves, continuesPersonal, known, readsTraits }
      const found = workInSlices(sensitivitySteps(request, lookedFor, circumstances), scope)
      const allow = (seen: Sensitivity) =>
        ({ type: 'allow', findings: seen.findings, facts: factsOf(seen, asker) }) as const
      const decided = (inspected: Inspected) => {
        const { left, sentences } = inspected
        keepFirstLook(request, { detection: lookedFor, known, left, sentences })
        return asksOthers
          ? seeWithOthers(request, inspected, lookedFor, circumstances, asker).then(allow)
          : allow(inspected)
      }
      return found instanceof Promise ? found.then(decided) : decided(found)
    },
    findInAnswer(told, { origin, scope }) {
      const { tenant } = origin.principal
      const lookedFor = recognizers.of(tenant, codenames.current(tenant), detection)
      const known = memo.of(sessionNameOf(origin))
      const work = sensitivitySteps(told, lookedFor, { unreadableLevels, continuesPersonal: true, known })
      const seen = ({ findings, left, sentences }: Inspected) => {
        keepFirstLook(told, { detection: lookedFor, known, left, sentences })
        return findings
      }
      const found = workInSlices(work, scope)
      return found instanceof Promise ? found.then(seen) : seen(found)
    },
    lookAgain(request, exchange) {
      const { facts, origin, scope } = exchange
      if (request.remote !== undefined) {
        if (request.residual === undefined) throw new Error('Nobody has looked at this body again.')
        return decideOnResidual(request.residual, residualAction, facts.tile)
      }
      if (origin.request.remote !== undefined) throw new Error('Nobody has looked at this request here.')
      const before = origin.request
      const first = firstLookAt(before)
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

/** Whose request it is, and what its caller has told before. */
interface Asker {
  readonly exchange: Exchange
  readonly mosaics: Mosaics | undefined
}

/** What a request carries, with what recognizers outside the gateway find in the texts. */
async function seeWithOthers(
  request: LocalRequest,
  first: Inspected,
  detection: Detection,
  circumstances: Circumstances,
  asker: Asker,
): Promise<Sensitivity> {
  const { spans, isIncomplete } = await askOthers(textsForOthers(request, first), first.told, asker)
  const reading = withExternal(request, first.reading, spans, detection)
  const found =
    reading === first.reading
      ? first
      : await workInSlices(sumUpSteps(request, reading, detection, circumstances), asker.exchange.scope)
  const { findings, tile, wholeTile, told } = found
  const whole = wholeTile === undefined ? {} : { wholeTile: withFlag(wholeTile, isIncomplete) }
  return { findings, tile: withFlag(tile, isIncomplete), ...whole, told }
}

/** The same for a body that another thread holds. */
async function seeWithOthersThere(body: RemoteBody, input: BodyWork['L2']['input'], asker: Asker): Promise<SeenThere> {
  const { scope } = asker.exchange
  const first = await body.L2({ ...input, forOthers: true }, scope)
  if (first.forOthers === undefined) throw new Error('The thread gave no texts.')
  const { spans, isIncomplete } = await askOthers(first.forOthers, first.told, asker)
  const isNew = spans.some(({ length }) => length > 0)
  const { tile, findings, told } = isNew ? await body.external(spans, scope) : first
  return { tile: withFlag(tile, isIncomplete), findings, told }
}

/** Policy may keep a mosaic inside, so it is asked about them with what the caller has told before. */
function askOthers(forOthers: TextsForOthers, told: readonly Trait[], asker: Asker): ReturnType<typeof askRecognizers> {
  const tile = withMosaic(forOthers.tile, anonymitySetOf(told, 'foresee', asker))
  return askRecognizers({ ...forOthers, tile }, asker.exchange)
}

const SHIPPED = detectionSchema.parse({})

/** Whether what was said before holds data of a person. */
function isPersonal(history: SensitivityTile | undefined): boolean {
  return (history?.categories.PII ?? 0) > 0 || (history?.categories.PHI ?? 0) > 0
}

/** The tiles, with what the caller has told before. */
function factsOf({ tile, wholeTile, told }: Pick<Sensitivity, 'tile' | 'wholeTile' | 'told'>, asker: Asker) {
  const anonymitySet = anonymitySetOf(told, 'judge', asker)
  return {
    tile: joinTiles(withMosaic(tile, anonymitySet), asker.exchange.origin.history?.tile),
    ...(wholeTile === undefined ? {} : { wholeTile: withMosaic(wholeTile, anonymitySet) }),
  }
}

function anonymitySetOf(
  told: readonly Trait[],
  how: 'judge' | 'foresee',
  { exchange: { origin, runtime }, mosaics }: Asker,
): number | undefined {
  if (told.length === 0) return undefined
  const { tenant, sub } = origin.principal
  return mosaics?.[how]({ tenant, sub, sessionId: origin.session.id }, told, runtime.clock.nowMs())
}

/** Values up to a level leave as they are. */
function upTo(highest: number): NonNullable<Circumstances['leaves']> {
  return (level) => level <= highest
}
