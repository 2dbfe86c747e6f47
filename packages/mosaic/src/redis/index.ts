export { createRedisMosaics, type SharedMosaics } from './redis-mosaics.ts'
