export * from './level-policy.ts'
