export {
  type BudgetName,
  type BudgetWindow,
  budgetId,
  budgetKey,
  readBudgets,
  type WindowKind,
  windowAt,
} from './budget-accounts.ts'
export { type BatchedCommand, CommandBatcher } from './command-batcher.ts'
export { type RedisConfig, redisConfigShape } from './config.ts'
export { asDependencyError, unexpectedReply } from './dependency-error.ts'
export { openRedis } from './open-redis.ts'
export { openQueueConnection } from './queue-connection.ts'
export { digestOfReceiver, ReceiverWatch } from './receiver-watch.ts'
export { checkRedis, createRedis, waitForRedis } from './redis-client.ts'
export { createRedisScript, type RedisScript } from './redis-script.ts'
export { createRefresher, type Refresher } from './refresher.ts'
export { publishServiceState, readServiceStates, type SeenService } from './service-states.ts'
export { createSubscriber, type Subscriber, type SubscriberOptions } from './subscriber.ts'
