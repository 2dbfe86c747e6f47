export type { OpenContext, OpenLogger, OpenMetrics } from './open-context.ts'
export { boolean, bytes, csv, durationMs, integer, json, port, url } from './variables.ts'
