import type { AssessedUse, LogicalAsset } from '../findings/assessed-use.ts'
import type { Confidence, Setting } from '../model/detection.ts'
import type { Judgement, KnowledgeEntry, Purpose } from '../packs/knowledge-entry.ts'
import type { DeadlineClass } from '../plan/deadlines.ts'

/**
 * All uses that share an algorithm, a judgement, a purpose and a class of the timeline, and so a gap; certificates
 * stand apart. There are at most twice as many as the knowledge base has judgements times purposes times classes,
 * however many findings there are.
 */
export interface GapGroup {
  readonly entry: KnowledgeEntry
  readonly judgement: Judgement
  readonly purpose: Purpose | undefined
  readonly deadline: DeadlineClass
  readonly isCertificate: boolean
  count: number
  readonly bySetting: Record<Setting, number>
  /** Distinct files, by what they are there for; uses come sorted by file. */
  readonly filesBySetting: Record<Setting, number>
  readonly byConfidence: Record<Confidence, number>
  /** `RSA-2048`: 12. At most `MAX_VARIANTS`; the rest counts under `others`. */
  readonly variants: Map<string, number>
  /** The first places, as `file:line`. */
  readonly places: string[]
  lastFile: string | undefined
}

const MAX_VARIANTS = 50
const MAX_PLACES = 3

/** Whether something is to be done under CNSA 2.0: it does not comply, or that is not known. */
export function isOpen({ judgement }: Pick<GapGroup, 'judgement'>): boolean {
  return judgement.cnsa2 === 'NonCompliant' || judgement.cnsa2 === 'Indeterminate'
}

export function newGapGroup({ entry, judgement, purpose, role }: LogicalAsset, deadline: DeadlineClass): GapGroup {
  return {
    entry,
    judgement,
    purpose,
    deadline,
    isCertificate: role === 'Certificate',
    count: 0,
    bySetting: { product: 0, test: 0, vendored: 0, configuration: 0, keyMaterial: 0 },
    filesBySetting: { product: 0, test: 0, vendored: 0, configuration: 0, keyMaterial: 0 },
    byConfidence: { High: 0, Medium: 0, Low: 0 },
    variants: new Map(),
    places: [],
    lastFile: undefined,
  }
}

/** Counts one more use; uses must come sorted by file, or files are counted more than once. */
export function addToGapGroup(gapGroup: GapGroup, { detection, asset }: AssessedUse): void {
  const { file, line, setting, confidence } = detection
  gapGroup.count += 1
  gapGroup.bySetting[setting] += 1
  gapGroup.byConfidence[confidence] += 1
  if (gapGroup.lastFile !== file) gapGroup.filesBySetting[setting] += 1
  gapGroup.lastFile = file
  const name = variantName(asset)
  const variant = gapGroup.variants.has(name) || gapGroup.variants.size < MAX_VARIANTS ? name : 'others'
  gapGroup.variants.set(variant, (gapGroup.variants.get(variant) ?? 0) + 1)
  if (gapGroup.places.length < MAX_PLACES) gapGroup.places.push(`${file}:${line}`)
}

/** `RSA-2048`, `ECDH P-256`, `AES-256-GCM`, `ML-KEM-768`, or the bare name where the code says no more. */
export function variantName({ algorithm, parameters }: Pick<LogicalAsset, 'algorithm' | 'parameters'>): string {
  const { keySize, curve, mode, parameterSet, hash } = parameters
  const isHash = algorithm.startsWith('SHA-')
  if (parameterSet !== undefined) {
    return isHash || parameterSet.startsWith(algorithm) ? parameterSet : `${algorithm} ${parameterSet}`
  }
  if (curve !== undefined) return curve === algorithm ? algorithm : `${algorithm} ${curve}`
  if (keySize !== undefined) return `${algorithm}-${keySize}${mode === undefined ? '' : `-${mode}`}`
  if (mode !== undefined) return `${algorithm} ${mode}`
  if (hash !== undefined && isHash) return hash
  return hash === undefined || hash === algorithm ? algorithm : `${algorithm} with ${hash}`
}

/** At least one. */
export type GapGroups = readonly [GapGroup, ...GapGroup[]]

/** GapGroups that differ only in the class of the timeline, together. */
export function mergeDeadlines(gapGroups: readonly GapGroup[]): GapGroups[] {
  const groups = new Map<string, [GapGroup, ...GapGroup[]]>()
  for (const gapGroup of gapGroups) {
    const { entry, judgement, purpose } = gapGroup
    const key = [entry.algorithm, entry.judgements.indexOf(judgement), purpose].join('\n')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [gapGroup])
    else group.push(gapGroup)
  }
  return [...groups.values()]
}

/** The variants of several groups, added up. */
export function variantsOf(gapGroups: readonly GapGroup[]): Map<string, number> {
  const variants = new Map<string, number>()
  for (const [name, count] of gapGroups.flatMap((gapGroup) => [...gapGroup.variants])) {
    variants.set(name, (variants.get(name) ?? 0) + count)
  }
  return variants
}
