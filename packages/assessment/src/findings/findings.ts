import type { Finding, FindingsSummary } from '../model/assessment.ts'
import type { Setting } from '../model/detection.ts'
import type { Assessment } from './assess.ts'
import type { AssessedUse, LogicalAsset } from './assessed-use.ts'
import { describeUse } from './describe.ts'

/** The findings of the API, by file and line, and how many there are of each risk. */
export function findingsOf({ uses }: Assessment): FindingsSummary {
  const counts = { QuantumBroken: 0, QuantumVulnerable: 0, Mitigable: 0, QuantumSafe: 0 }
  const findings: Finding[] = []
  const describe = describer()
  for (const use of uses) {
    counts[use.asset.judgement.risk] += 1
    findings.push(findingOf(use, describe))
  }
  return {
    count: findings.length,
    quantumBroken: counts.QuantumBroken,
    quantumVulnerable: counts.QuantumVulnerable,
    mitigable: counts.Mitigable,
    quantumSafe: counts.QuantumSafe,
    findings,
  }
}

/** Writes each description once: many findings share an asset, and then one string. */
export function describer(): typeof describeUse {
  const known = new Map<LogicalAsset, Map<Setting, string>>()
  return (asset, setting) => {
    const bySetting = known.get(asset) ?? new Map<Setting, string>()
    known.set(asset, bySetting)
    const text = bySetting.get(setting) ?? describeUse(asset, setting)
    bySetting.set(setting, text)
    return text
  }
}

function findingOf({ detection, asset }: AssessedUse, describe: typeof describeUse): Finding {
  return {
    algorithm: asset.algorithm,
    role: asset.role,
    risk: asset.judgement.risk,
    confidence: detection.confidence,
    location: detection.file,
    line: detection.line,
    description: describe(asset, detection.setting),
  }
}
