export { type CacheOptions, createCacheLayer } from './cache-layer.ts'
