import type { LayerEvent, LayerId, PolicyViolation } from '@sluice/contracts'
import type { Account, Decision } from '../layer.ts'

/** Keeps account of one request while it travels: what each layer decided and how long it took. */
export interface Journal {
  /** Notes a layer's decision with its time in milliseconds. */
  decided(layer: LayerId, decision: Decision, durationMs: number): void
  /** Notes that a layer failed, whatever the runner then made of it. */
  failed(layer: LayerId, outcome: 'error' | 'timeout', durationMs: number): void
  /** Lists a layer of the way back as running; the event's time grows until the stream has ended. */
  entered(layer: LayerId, workedMs: () => number): void
  account(): Account
  /** Layers in the order executed, as `service_metadata.layers_executed` shows them. */
  layersExecuted(): LayerId[]
}

/** Starts an empty journal. */
export function openJournal(): Journal {
  const events: (() => LayerEvent)[] = []
  const listed: LayerId[] = []
  const violations: PolicyViolation[] = []
  let cacheHit = false

  const note = (event: LayerEvent) => events.push(() => event)

  return {
    decided(layer, decision, durationMs) {
      if (decision.violations) violations.push(...decision.violations)
      if (layer === 'L7') cacheHit = decision.type === 'answer'
      // Gateway specification, section 2: a cache miss does not list L7.
      if (layer !== 'L7' || cacheHit) listed.push(layer)
      note({ layer, outcome: decision.type, duration_ms: durationMs, findings: decision.findings?.length ?? 0 })
    },
    failed(layer, outcome, durationMs) {
      listed.push(layer)
      note({ layer, outcome, duration_ms: durationMs, findings: 0 })
    },
    entered(layer, workedMs) {
      if (layer !== 'L7') listed.push(layer)
      events.push(() => ({ layer, outcome: 'transform', duration_ms: workedMs(), findings: 0 }))
    },
    account: () => ({ events: events.map((event) => event()), violations: [...violations], cacheHit }),
    layersExecuted: () => [...listed],
  }
}
