export { classifySteps, DOCUMENT } from './classify-action.ts'
export { createInterceptLayer } from './intercept-layer.ts'
export { orderIdentityOf } from './order-identity.ts'
