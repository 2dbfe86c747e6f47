import type { Clock } from '@sluice/contracts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import type { OpenTraces } from './open-traces.ts'
import type { TelemetryConfig } from './telemetry-config.ts'

/** What the telemetry of one service is opened with. */
export interface TelemetryOptions {
  readonly service: string
  readonly version: string
  readonly config: TelemetryConfig
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly traces: OpenTraces
  onClose(name: string, hook: () => unknown): void
}
