export { semanticCacheContract } from './semantic-cache.contract.ts'
