import { type Refusal, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import type { Answer, ExchangeOrigin, Outcome, Report } from '@sluice/pipeline'
import type { Admitted } from '../admission/admit.ts'
import { type HeldWire, refusalOfHeld, untilHeld } from './held.ts'
import { sentTexts } from './sent-texts.ts'
import { serverTiming, serverTimingAtHead } from './server-timing.ts'

/** What leaves for an outcome; JSON and event streams are two ways to write it down. */
export interface Delivery {
  readonly answer: Answer
  /** Headers that name the session and the layers that have worked: all of them, once the answer has ended. */
  headers(): Record<string, string>
  /** The same before the answer has begun to leave: the layers of the request. */
  headersAtHead(): Record<string, string>
  /** As things stand now; complete once the answer has ended. */
  metadata(): ServiceMetadata
}

/**
 * Reads an outcome, once: answered and held requests are delivered, a denied one is thrown. An answer whose rest waits
 * for a human ends by saying so.
 *
 * @param wire how its wire says that something waits for a human.
 * @throws SluiceError the refusal of a denied request; `approval_required` for a held one whose caller wants an error.
 */
export function deliver(
  outcome: Outcome,
  {
    origin,
    observation,
    heldAsError,
    showsSent,
    received,
  }: Pick<Admitted, 'origin' | 'observation' | 'heldAsError' | 'showsSent' | 'received'>,
  wire: HeldWire,
): Delivery {
  observation.ran(outcome)
  const { report } = outcome
  const held = outcome.type === 'held' ? ({ ...outcome, what: 'request' } as const) : undefined
  if (held !== undefined && heldAsError) throw new SluiceError(withViolations(refusalOfHeld(held), report))
  if (outcome.type === 'denied') throw new SluiceError(withViolations(outcome.refusal, report))
  return {
    answer:
      outcome.type === 'held'
        ? wire.answer({ ...outcome, what: 'request' })
        : untilHeld(outcome.answer, report, wire, heldAsError),
    headers: () => ({ ...sessionHeader(origin), 'server-timing': serverTiming(report.account().events) }),
    headersAtHead: () => ({ ...sessionHeader(origin), 'server-timing': serverTimingAtHead(report.account().events) }),
    metadata: () => ({
      ...serviceMetadata(report, origin.session.id, held?.approvalId ?? report.heldAnswer()?.approvalId),
      ...(showsSent && outcome.type === 'answered' && outcome.sent && { sent: sentTexts(outcome.sent) }),
      ...received?.metadata(),
    }),
  }
}

/** Tells the caller which session the request ran in. */
export function sessionHeader({ session }: ExchangeOrigin): Record<string, string> {
  return { 'x-session-id': String(session.id) }
}

/** A refusal has no metadata beside it, so it carries itself what a completion would say there. */
function withViolations(refusal: Refusal, report: Report): Refusal {
  const { violations } = report.account()
  return violations.length === 0 ? refusal : { ...refusal, policyViolations: violations }
}

/** @param approvalId of a request, or an answer, that waits for a human. */
export function serviceMetadata(report: Report, sessionId: number, approvalId?: string): ServiceMetadata {
  const { violations, cacheHit } = report.account()
  return {
    session_id: sessionId,
    layers_executed: report.layersExecuted(),
    policy_violations: [...violations],
    approval_required: approvalId !== undefined,
    ...(approvalId === undefined ? {} : { approval_id: approvalId }),
    cache_hit: cacheHit,
  }
}
