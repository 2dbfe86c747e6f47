export { EndpointHealth } from './endpoint-health.ts'
export type { RetryPolicy } from './retry-delay.ts'
export { createRouteLayer, type RouteOptions } from './route-layer.ts'
