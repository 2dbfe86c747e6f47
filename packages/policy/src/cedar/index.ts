export { BUILT_IN_POLICIES } from './built-in-policies.ts'
export { checkPolicyText } from './check-policy-text.ts'
export type { CompiledPolicy } from './compiled-policy.ts'
export { createCedarPolicies } from './create-cedar-policies.ts'
