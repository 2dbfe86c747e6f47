export { createRedisMappingHolds } from './redis-mapping-holds.ts'
export { createRedisStateMap } from './redis-state-map.ts'
