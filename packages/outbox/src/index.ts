export { outboxConfigShape } from './config.ts'
export { openOutbox } from './open-outbox.ts'
export { createRedisOutbox, type Outbox } from './redis-outbox.ts'
