import type { Telemetry } from './telemetry.ts'
import type { TelemetryOptions } from './telemetry-options.ts'

/**
 * Opens spans and metrics where a collector is configured. Without one it returns undefined, and no module of
 * OpenTelemetry is loaded. What has ended is sent at the end of the service, for two seconds at most.
 */
export async function openTelemetry(options: TelemetryOptions): Promise<Telemetry | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: isDisabled } = options.config
  if (endpoint === undefined || isDisabled) return undefined
  const { startSdk } = await import('./sdk.ts')
  const exports = options.metrics.counter({
    name: 'sluice_telemetry_exports_total',
    help: 'Spans, and intervals of metrics, that a collector was sent, and that it did not take.',
    labelNames: ['signal', 'outcome'],
  })
  return startSdk({ ...options, endpoint, exports })
}
