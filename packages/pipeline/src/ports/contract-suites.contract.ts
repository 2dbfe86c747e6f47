export { type OutboxSubject, outboxContract, recordForTests } from './outbox.contract.ts'
export { semanticCacheContract } from './semantic-cache.contract.ts'
