export { createRedisMappingHolds } from './redis-mapping-holds.ts'
export { createSealedTexts, forgetAnswers, measureAnswers, type SealedTextOptions } from './redis-sealed-texts.ts'
export { createRedisStateMap } from './redis-state-map.ts'
