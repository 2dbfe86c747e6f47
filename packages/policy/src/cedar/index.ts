export { createCedarPolicies } from './create-cedar-policies.ts'
