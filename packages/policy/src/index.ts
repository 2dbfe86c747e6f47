export { DENIED_BY_DEFAULT, type PolicyDecision } from './decision.ts'
export {
  type Clearance,
  createLevelPolicy,
  DEFAULT_HELD_ACTIONS,
  DEFAULT_JAILBREAK_THRESHOLDS,
  type LevelPolicyConfig,
} from './level/level-policy.ts'
export type { PolicyQuestion } from './question.ts'
export type { JailbreakThresholds, PolicySnapshot, PolicySource } from './snapshot.ts'
export { refusalOfUser } from './user-state.ts'
