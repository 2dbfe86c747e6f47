export { findServing } from './candidates.ts'
export type { RetryPolicy } from './retry-delay.ts'
export { createRouteLayer, type RouteOptions, type Sleep } from './route-layer.ts'
export type { AttemptObserver, UpstreamAttempt } from './upstream-attempt.ts'
