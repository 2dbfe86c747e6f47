import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { ExchangeTraces } from './exchange-traces.ts'

/** The spans of exchanges; undefined where no collector is configured. */
export function openExchangeTraces({
  clock,
  config,
  telemetry,
}: Pick<BuildContext<GatewayConfig>, 'clock' | 'config' | 'telemetry'>): ExchangeTraces | undefined {
  if (telemetry === undefined) return undefined
  return new ExchangeTraces({ clock, telemetry, sent: config.TRACE_CONTEXT_TO_ENDPOINTS })
}
