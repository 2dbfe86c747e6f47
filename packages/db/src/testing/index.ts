export { MIGRATED } from './migrated.ts'
