import { createCedarPolicies } from '../cedar/index.ts'
import { createLevelPolicy } from '../level/level-policy.ts'
import type { PolicyConfig } from '../policy-config.ts'
import type { PolicySource } from '../snapshot.ts'

/** For tests: both engines. What a policy promises holds for each. */
export const ENGINES: readonly (readonly [string, (config: PolicyConfig) => PolicySource])[] = [
  ['level', createLevelPolicy],
  ['cedar', (config) => createCedarPolicies(config, { clock: CLOCK })],
]

/** For tests: it is noon. */
export const CLOCK = { nowMs: () => Date.UTC(2026, 0, 5, 12) }
