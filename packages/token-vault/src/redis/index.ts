export { eraseMappings } from './erase-mappings.ts'
export { createRedisMappingHolds } from './redis-mapping-holds.ts'
export {
  createSealedTexts,
  eraseResponses,
  forgetAnswers,
  measureAnswers,
  type SealedTextOptions,
} from './redis-sealed-texts.ts'
export { createRedisStateMap } from './redis-state-map.ts'
