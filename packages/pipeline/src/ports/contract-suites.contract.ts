export { type OutboxSubject, outboxContract, recordForTests } from './outbox.contract.ts'
export { type ContractSubject, secureStateMapContract } from './secure-state-map.contract.ts'
export { semanticCacheContract } from './semantic-cache.contract.ts'
