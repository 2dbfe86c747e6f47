export { type OutboxConfig, outboxConfigShape } from './config.ts'
export { openOutbox } from './open-outbox.ts'
export { createRedisOutbox, type Outbox, type RedisOutboxOptions } from './redis-outbox.ts'
