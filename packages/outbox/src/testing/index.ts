export { outboxContract } from './outbox.contract.ts'
export { outboxKey, readOutbox } from './read-outbox.ts'
export { controlRecordForTests, requestRecordForTests, storedRequestForTests } from './records-for-tests.ts'
