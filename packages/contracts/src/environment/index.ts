export * from './env-types.ts'
export * from './open-context.ts'
