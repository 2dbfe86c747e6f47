export { policyStoreConfigShape } from './config.ts'
export { announcePolicyChange, openStoredPolicies } from './open-stored-policies.ts'
export { permissionConfigShape, permissionsOf } from './permission-config.ts'
export { quotasConfigShape } from './quotas-config.ts'
