import type { LayerEvent, PolicyViolation, RequestRecord } from '@sluice/contracts'

/** CEF's scale, where 7 to 8 is high and 9 to 10 very high. */
export const SEVERITY: Readonly<Record<PolicyViolation['severity'], number>> = {
  low: 3,
  medium: 5,
  high: 7,
  critical: 9,
}

/** How grave a request is that violated nothing. */
const OUTCOME_SEVERITY: Readonly<Record<RequestRecord['outcome'], number>> = {
  answered: 1,
  held: 5,
  denied: 5,
  failed: 4,
  aborted: 2,
}

/** How grave the decision of a layer is that violated nothing; the end of the request tells that it waits. */
const LAYER_SEVERITY: Readonly<Record<LayerEvent['outcome'], number>> = {
  allow: 0,
  transform: 0,
  answer: 0,
  hold: 0,
  deny: 5,
  error: 5,
  timeout: 5,
}

export const REFUSALS_SEVERITY = 4
export const UNREADABLE_SEVERITY = 8
/** A clearance is put on record as a matter of course. */
export const CLEARANCE_SEVERITY = 0
/** The type of an alert in the trail. */
export const ALERTED = 'layer.alerted'

/** The severity of the end of a request, with the violations that no layer's own event tells of. */
export function severityOfEnd(outcome: RequestRecord['outcome'], violations: readonly PolicyViolation[]): number {
  return Math.max(OUTCOME_SEVERITY[outcome], severityOfViolations(violations))
}

/** The severity of a layer's decision with its violations. */
export function severityOfLayer(outcome: LayerEvent['outcome'], violations: readonly PolicyViolation[]): number {
  return Math.max(LAYER_SEVERITY[outcome], severityOfViolations(violations))
}

/** The greatest severity of the events of a request. */
export function severityOfRequest({ outcome, layers, violations }: RequestRecord): number {
  let severity = severityOfEnd(outcome, violations)
  for (const layer of layers) severity = Math.max(severity, LAYER_SEVERITY[layer.outcome])
  return severity
}

/** A value that was masked did not get out: that is how things should be, however sensitive it is. */
export function severityOfViolations(violations: readonly PolicyViolation[]): number {
  let greatest = 0
  for (const { action, severity } of violations) {
    greatest = Math.max(greatest, action === 'masked' ? SEVERITY.low : SEVERITY[severity])
  }
  return greatest
}
