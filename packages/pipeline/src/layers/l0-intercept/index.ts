export { type Action, classifyAction } from './classify-action.ts'
export { createInterceptLayer, type InterceptOptions } from './intercept-layer.ts'
