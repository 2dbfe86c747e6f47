import { type Level, lowestPermitted, type PolicyViolation, type RequestEvidence } from '@sluice/contracts'
import type { Exchange } from '../../layer.ts'

/** What a request commits to, and what a proof will say about it. */
export interface HiddenLevels {
  readonly kind: RequestEvidence['kind']
  /** Of the request's tile. */
  readonly sensitivity: Level
  /** The highest level that may be restored in the answer; 0 where nothing of it left. */
  readonly restored: Level
  /** What no proof can be made of. There is none unless a layer or a policy is broken. */
  readonly faults: readonly PolicyViolation[]
}

const HIGHEST: Level = 7

/** What was not looked at is never low. */
export function levelsOf({ facts, disclosed, origin, runtime }: Exchange, kind: HiddenLevels['kind']): HiddenLevels {
  const sensitivity = facts.tile?.level ?? HIGHEST
  const highest = disclosed.restored?.highest ?? 0
  const permitted = lowestPermitted(disclosed.endpoints) ?? HIGHEST
  const faults: PolicyViolation[] = []
  if (sensitivity > permitted) faults.push(faultOf('An endpoint got a request above its permitted level.'))
  if (highest > runtime.policy.clearanceOf(origin.principal))
    faults.push(faultOf("Values above the caller's clearance could have been restored."))
  return { kind, sensitivity, restored: kind === 'answered' ? highest : 0, faults }
}

function faultOf(message: string): PolicyViolation {
  return { policy_id: 'evidence-levels', layer: 'L6', action: 'blocked', severity: 'critical', message }
}
