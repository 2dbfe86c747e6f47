import type { GapGroup } from '../verdict/gap-group.ts'
import type { RiskCounts } from './charts.ts'

/** How many findings there are of each risk. */
export function countsOf(gapGroups: readonly GapGroup[]): RiskCounts {
  const counts = { QuantumBroken: 0, QuantumVulnerable: 0, Mitigable: 0, QuantumSafe: 0 }
  for (const { judgement, count } of gapGroups) counts[judgement.risk] += count
  return counts
}

/** `1,234`. */
export function numberText(value: number): string {
  return value.toLocaleString('en-US')
}
