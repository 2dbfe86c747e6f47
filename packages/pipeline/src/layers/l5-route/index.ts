export type { RetryPolicy } from './retry-delay.ts'
export { createRouteLayer, type RouteOptions, type Sleep } from './route-layer.ts'
