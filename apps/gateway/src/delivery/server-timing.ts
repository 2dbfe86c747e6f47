import type { LayerEvent, LayerId } from '@sluice/contracts'

/** Layers that work on the answer only. They have not worked yet when the head of a stream is sent. */
const ANSWER_LAYERS: ReadonlySet<LayerId> = new Set(['L4', 'L6'])

/**
 * The `server-timing` header: one metric per layer, in milliseconds (W3C Server Timing). A layer that worked on both
 * ways is listed once, with the sum.
 */
export function serverTiming(events: readonly LayerEvent[]): string {
  const durations = new Map<LayerId, number>()
  for (const { layer, duration_ms } of events) durations.set(layer, (durations.get(layer) ?? 0) + duration_ms)
  return [...durations].map(([layer, durationMs]) => `${layer};dur=${durationMs.toFixed(2)}`).join(', ')
}

/** The same for the head of a stream, where only the layers of the request have worked. */
export function serverTimingAtHead(events: readonly LayerEvent[]): string {
  return serverTiming(events.filter(({ layer }) => !ANSWER_LAYERS.has(layer)))
}
