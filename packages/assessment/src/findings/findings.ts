import type { Finding, FindingCounts, FindingsSummary } from '../model/assessment.ts'
import { deadlineClassOf, transitionOf } from '../plan/deadlines.ts'
import { targetOf } from '../plan/targets.ts'
import { isOpen } from '../verdict/gap-group.ts'
import type { AssessedUse, LogicalAsset } from './assessed-use.ts'
import { describeUse, othersText } from './describe.ts'
import type { Assessment } from './judge-detections.ts'
import { partOf } from './parts.ts'

/** The findings of the API, by file and line, and how many there are of each risk; the same counts of each part. */
export function findingsOf({ uses, parts }: Pick<Assessment, 'uses' | 'parts'>): FindingsSummary {
  const describe = describer()
  return {
    ...countsOf(uses),
    findings: uses.map((use) => findingOf(use, describe)),
    product: countsOf(parts.product.uses),
    test: countsOf(parts.test.uses),
  }
}

/** How many uses there are of each risk. */
export function countsOf(uses: readonly AssessedUse[]): FindingCounts {
  const counts = { QuantumBroken: 0, QuantumVulnerable: 0, Mitigable: 0, QuantumSafe: 0 }
  for (const { asset } of uses) counts[asset.judgement.risk] += 1
  return {
    count: uses.length,
    quantumBroken: counts.QuantumBroken,
    quantumVulnerable: counts.QuantumVulnerable,
    mitigable: counts.Mitigable,
    quantumSafe: counts.QuantumSafe,
  }
}

/** Describes uses; what many of them share is written once, and is then one string. */
export function describer(): (use: AssessedUse) => string {
  const known = new Map<LogicalAsset, Map<string, string>>()
  return ({ asset, detection, others }) => {
    const byPlace = known.get(asset) ?? new Map<string, string>()
    known.set(asset, byPlace)
    const key = `${detection.setting} ${detection.keySizeFrom ?? ''} ${detection.isConfigured ?? ''}`
    const text = byPlace.get(key) ?? describeUse(asset, detection)
    byPlace.set(key, text)
    return others.length === 0 ? text : `${text} ${othersText(others)}`
  }
}

function findingOf(use: AssessedUse, describe: ReturnType<typeof describer>): Finding {
  const { detection, asset } = use
  return {
    algorithm: asset.algorithm,
    role: asset.role,
    risk: asset.judgement.risk,
    confidence: detection.confidence,
    location: detection.file,
    line: detection.line,
    description: describe(use),
    part: partOf(use),
    code: detection.evidence.toWellFormed(),
    ...replacementOf(use),
  }
}

/** What the plan says of the piece of work that this use belongs to. */
function replacementOf({ asset, detection }: AssessedUse): Pick<Finding, 'replacement'> {
  if (!isOpen(asset)) return {}
  const deadline = deadlineClassOf(asset, detection)
  return { replacement: { target: targetOf({ ...asset, deadline }), exclusiveBy: transitionOf(deadline).exclusiveBy } }
}
