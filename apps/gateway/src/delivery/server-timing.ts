import type { LayerEvent } from '@sluice/contracts'

/** The `server-timing` header: one metric per layer that has worked, in milliseconds (W3C Server Timing). */
export function serverTiming(events: readonly LayerEvent[]): string {
  return events.map(({ layer, duration_ms }) => `${layer};dur=${duration_ms.toFixed(2)}`).join(', ')
}
