import { RISK_LEVELS } from '../model/assessment.ts'
import type { AssessedUse, LogicalAsset } from './assessed-use.ts'

/**
 * One use for each line, algorithm and role: the gravest, since it is what has to be replaced; what else the line says
 * of the same algorithm stands in its `others`. Uses must come sorted by file and line.
 */
export function oneALine(uses: readonly AssessedUse[]): readonly AssessedUse[] {
  const kept: AssessedUse[] = []
  let line = new Map<string, number>()
  let last: AssessedUse | undefined
  for (const use of uses) {
    if (!isSameLine(last, use)) line = new Map()
    last = use
    const key = `${use.asset.algorithm}\n${use.asset.role}`
    const place = line.get(key)
    const known = place === undefined ? undefined : kept[place]
    if (place === undefined || known === undefined) {
      line.set(key, kept.length)
      kept.push(use)
    } else kept[place] = joined(known, use)
  }
  return kept
}

function isSameLine(a: AssessedUse | undefined, b: AssessedUse): boolean {
  return a?.detection.file === b.detection.file && a.detection.line === b.detection.line
}

function joined(a: AssessedUse, b: AssessedUse): AssessedUse {
  const [graver, lighter] = isGraver(b.asset, a.asset) ? [b, a] : [a, b]
  const all = [lighter.asset, ...a.others, ...b.others]
  const byId = new Map(all.map((asset) => [asset.logicalId, asset]))
  byId.delete(graver.asset.logicalId)
  return { ...graver, others: [...byId.values()] }
}

/** By the verdict, then the risk, then the size of the key: a shorter one is weaker. */
function isGraver(a: LogicalAsset, b: LogicalAsset): boolean {
  const sizes = [a, b].map(({ parameters }) => parameters.keySize ?? Number.POSITIVE_INFINITY)
  const [difference = 0] = [
    verdictRank(a) - verdictRank(b),
    RISK_LEVELS.indexOf(a.judgement.risk) - RISK_LEVELS.indexOf(b.judgement.risk),
    (sizes[0] ?? 0) < (sizes[1] ?? 0) ? -1 : 0,
  ].filter((one) => one !== 0)
  return difference < 0
}

function verdictRank({ judgement }: LogicalAsset): number {
  if (judgement.cnsa2 === 'NonCompliant') return 0
  return judgement.cnsa2 === 'Indeterminate' ? 1 : 2
}
