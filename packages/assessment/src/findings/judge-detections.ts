import type { Part } from '../model/assessment.ts'
import type { Detection, Parameters, ScanOutcome } from '../model/detection.ts'
import type { KnowledgeBase } from '../packs/knowledge-base.ts'
import type { KnowledgeEntry } from '../packs/knowledge-entry.ts'
import { plainName } from '../packs/plain-name.ts'
import { type DeadlineClass, deadlineClassOf, signsSoftware } from '../plan/deadlines.ts'
import { addToGapGroup, type GapGroup, newGapGroup } from '../verdict/gap-group.ts'
import type { AssessedUse, LogicalAsset } from './assessed-use.ts'
import { judge, notesOn, oidOf, purposeOf } from './judge.ts'
import { logicalIdOf } from './logical-id.ts'
import { oneALine } from './one-a-line.ts'
import { partOf } from './parts.ts'

/** What the findings, the score, the verdict, the plan, the CBOM and the reports are drawn from. */
export interface Assessment {
  readonly outcome: Omit<ScanOutcome, 'detections'>
  readonly knowledge: KnowledgeBase
  /** By file, line and column; one for each line, algorithm and role. */
  readonly uses: readonly AssessedUse[]
  readonly assets: readonly LogicalAsset[]
  /** In the order of the knowledge base, then of its judgements. */
  readonly gapGroups: readonly GapGroup[]
  /** The same of what is shipped, and of what only tests it; together they are all uses. */
  readonly parts: Readonly<Record<Part, Pick<Assessment, 'uses' | 'gapGroups'>>>
  /** Detections of algorithms that no loaded pack describes: named, and left out of everything else. */
  readonly unassessed: readonly { readonly algorithm: string; readonly count: number }[]
}

const MAX_UNASSESSED_NAMES = 100
const MAX_PARAMETER_CHARS = 200

/**
 * Joins what a scan found with what is known; some microseconds a detection.
 */
export function judgeDetections(outcome: ScanOutcome, knowledge: KnowledgeBase): Assessment {
  const { detections, ...rest } = outcome
  const assets: AssetIndex = { bySaying: new Map(), byId: new Map() }
  const unassessed = new Map<string, number>()
  const found: AssessedUse[] = []
  for (const raw of detections.toSorted(byPlace)) {
    const detection = writable(raw)
    const entry = knowledge.find(detection.algorithm)
    if (entry === undefined) {
      countName(unassessed, detection.algorithm)
      continue
    }
    found.push({ detection, asset: assetOf(assets, entry, detection), others: [] })
  }
  const uses = oneALine(found)
  const part = (name: Part) =>
    withGapGroups(
      uses.filter((use) => partOf(use) === name),
      knowledge,
    )
  return {
    outcome: rest,
    knowledge,
    ...withGapGroups(uses, knowledge),
    parts: { product: part('product'), test: part('test') },
    assets: withoutRepeats([...assets.byId.values()]),
    unassessed: [...unassessed].map(([algorithm, count]) => ({ algorithm, count })),
  }
}

function withGapGroups(uses: readonly AssessedUse[], knowledge: KnowledgeBase): Pick<Assessment, 'uses' | 'gapGroups'> {
  const gapGroups = new Map<string, GapGroup>()
  for (const use of uses) addToGapGroup(gapGroupOf(gapGroups, use), use)
  return { uses, gapGroups: inKnowledgeOrder([...gapGroups.values()], knowledge) }
}

/** What a literal in hostile code may hold, and no canonical JSON can (RFC 8785, 3.2.2.2), becomes U+FFFD. */
function writable(detection: Detection): Detection {
  const { file, parameters } = detection
  const isWritable = file.isWellFormed() && Object.values(parameters).every(isWritableValue)
  if (isWritable) return detection
  const cleaned = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed().slice(0, MAX_PARAMETER_CHARS) : value,
  ])
  return { ...detection, file: file.toWellFormed(), parameters: Object.fromEntries(cleaned) }
}

function isWritableValue(value: string | number): boolean {
  return typeof value === 'number' || (value.length <= MAX_PARAMETER_CHARS && value.isWellFormed())
}

function byPlace(a: Detection, b: Detection): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line || (a.column ?? 0) - (b.column ?? 0)
}

/** Assets by what the detections say, and by their names: differently written parameters may mean the same asset. */
interface AssetIndex {
  readonly bySaying: Map<string, LogicalAsset>
  readonly byId: Map<string, LogicalAsset>
}

function assetOf({ bySaying, byId }: AssetIndex, entry: KnowledgeEntry, detection: Detection): LogicalAsset {
  const { role, algorithm } = detection
  const asksForPlace = entry.judgements.some(({ when }) => when?.signsSoftware !== undefined)
  const isSoftware = asksForPlace && signsSoftware(detection)
  const saying = JSON.stringify([algorithm, role, detection.parameters, isSoftware])
  const known = bySaying.get(saying)
  if (known !== undefined) return known
  const parameters = parametersOf(entry, detection)
  const logicalId = logicalIdOf({ algorithm: entry.algorithm, role, parameters })
  const key = `${logicalId} ${isSoftware}`
  const asset = byId.get(key) ?? {
    logicalId,
    algorithm: entry.algorithm,
    role,
    parameters,
    entry,
    judgement: judge(entry, { algorithm, role, parameters, signsSoftware: isSoftware }),
    purpose: purposeOf(entry, role),
    notes: notesOn(entry, { algorithm, role, parameters }),
    oid: oidOf(entry, { algorithm, role, parameters }),
  }
  bySaying.set(saying, asset)
  byId.set(key, asset)
  return asset
}

/** One for each name: of a use that is allowed in some of its places only, that of the others. */
function withoutRepeats(assets: readonly LogicalAsset[]): LogicalAsset[] {
  const byName = new Map<string, LogicalAsset>()
  for (const asset of assets) {
    const other = byName.get(asset.logicalId)
    if (other === undefined || other.judgement.cnsa2 === 'Compliant') byName.set(asset.logicalId, asset)
  }
  return [...byName.values()]
}

/** An alias that says more than its entry's name, such as `SHA-384` for SHA-2, is kept as the parameter set. */
function parametersOf(entry: KnowledgeEntry, { algorithm, parameters }: Detection): Parameters {
  const isVariant = entry.judgements.some(({ when }) =>
    when?.variant?.some((variant) => plainName(variant) === plainName(algorithm)),
  )
  return isVariant && parameters.parameterSet === undefined ? { ...parameters, parameterSet: algorithm } : parameters
}

function gapGroupOf(gapGroups: Map<string, GapGroup>, { asset, detection }: AssessedUse): GapGroup {
  const deadline: DeadlineClass = deadlineClassOf(asset, detection)
  const rank = asset.entry.judgements.indexOf(asset.judgement)
  const key = [asset.algorithm, rank, asset.purpose, deadline, asset.role === 'Certificate'].join('\n')
  const known = gapGroups.get(key)
  if (known !== undefined) return known
  const gapGroup = newGapGroup(asset, deadline)
  gapGroups.set(key, gapGroup)
  return gapGroup
}

function inKnowledgeOrder(gapGroups: readonly GapGroup[], { entries }: KnowledgeBase): GapGroup[] {
  const rank = ({ entry, judgement }: GapGroup) => entries.indexOf(entry) * 100 + entry.judgements.indexOf(judgement)
  return gapGroups.toSorted((a, b) => rank(a) - rank(b))
}

function countName(counts: Map<string, number>, name: string): void {
  const key = counts.has(name) || counts.size < MAX_UNASSESSED_NAMES ? name : '(others)'
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
