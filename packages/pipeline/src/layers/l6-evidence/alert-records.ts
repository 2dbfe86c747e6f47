import type { AlertRecord, LayerId, PolicyViolation } from '@sluice/contracts'
import type { Exchange } from '../../layer.ts'

/**
 * Makes an alert for each layer with violations among these, in the order of the first one of each.
 *
 * @param model the model as it may be recorded.
 * @param newId gives a UUID.
 */
export function makeAlertRecords(
  exchange: Exchange,
  violations: readonly PolicyViolation[],
  model: string,
  newId: () => string,
): AlertRecord[] {
  const { origin, runtime } = exchange
  const { tenant, sub } = origin.principal
  const alertOf = (layer: LayerId, ofLayer: readonly PolicyViolation[]): AlertRecord => ({
    kind: 'alert',
    version: 1,
    id: newId(),
    request_record_id: runtime.recordId,
    request_id: origin.requestId,
    time_ms: Math.trunc(runtime.clock.nowMs()),
    ...{ tenant, sub, session_id: origin.session.id, model, policy_version: runtime.policy.version, layer },
    violations: [...ofLayer],
  })
  return [...Map.groupBy(violations, ({ layer }) => layer)].map(([layer, ofLayer]) => alertOf(layer, ofLayer))
}
