export { ADMIN_ACTIONS, type AdminAction, type SoarAction } from './actions.ts'
export type { Approvers } from './approvers.ts'
export { administrationFiles } from './cedar/administration-files.ts'
export type { PolicyDecision } from './decision.ts'
export { ADMIN_GRANTS, permittedRoleNames } from './level/admin-grants.ts'
export { createLevelPolicy } from './level/level-policy.ts'
export { DEFAULT_HELD_ACTIONS, DEFAULT_JAILBREAK_THRESHOLDS, type PolicyConfig } from './policy-config.ts'
export { questionOf, questionSchema } from './policy-tests/asked-question.ts'
export {
  decideTest,
  expectationShape,
  isAsExpected,
  MAX_POLICY_TESTS,
  NOON_MS,
  type PolicyTest,
  policyTestSchema,
  policyTestsSchema,
} from './policy-tests/policy-test.ts'
export {
  type AdminResource,
  type PolicyQuestion,
  PROVIDER_KINDS,
  type RouteQuestion,
  type SoarQuestion,
} from './question.ts'
export type { OwnSpendingLimits, QuotaLimits, SpendingLimits } from './quotas.ts'
export type { PolicySnapshot, PolicySource, SuspicionGrowth } from './snapshot.ts'
export { useQuestion } from './use-question.ts'
export { refusalOfUser } from './user-state.ts'
