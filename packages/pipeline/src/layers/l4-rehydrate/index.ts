export { createRehydrateLayer } from './rehydrate-layer.ts'
