export { createRedisStateMap } from './redis-state-map.ts'
