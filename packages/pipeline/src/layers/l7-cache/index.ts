export { createCacheLayer } from './cache-layer.ts'
