export { createInterceptLayer } from './intercept-layer.ts'
