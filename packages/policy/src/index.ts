export { ADMIN_ACTIONS, type AdminAction, type SoarAction } from './actions.ts'
export type { PolicyDecision } from './decision.ts'
export { ADMIN_GRANTS, permittedRoleNames } from './level/admin-grants.ts'
export {
  createLevelPolicy,
  DEFAULT_HELD_ACTIONS,
  DEFAULT_JAILBREAK_THRESHOLDS,
  type LevelPolicyConfig,
} from './level/level-policy.ts'
export type { AdminResource, PolicyQuestion, SoarQuestion } from './question.ts'
export type { QuotaLimits } from './quotas.ts'
export type { PolicySnapshot, PolicySource } from './snapshot.ts'
export { refusalOfUser } from './user-state.ts'
