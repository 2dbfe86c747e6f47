export { createRehydrateLayer, type RehydrateOptions } from './rehydrate-layer.ts'
