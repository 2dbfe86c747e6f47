import type { PolicyViolation } from '@sluice/contracts'

/** How grave a violation is that concerns a value of this level. */
export function severityOf(level: number): PolicyViolation['severity'] {
  if (level >= 6) return 'critical'
  if (level >= 4) return 'high'
  return level >= 3 ? 'medium' : 'low'
}
