export { createRedisStateMap, type RedisStateMapOptions } from './redis-state-map.ts'
