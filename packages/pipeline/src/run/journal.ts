import type { LayerEvent, LayerId, PolicyViolation } from '@sluice/contracts'
import type { HeldAnswerNotice } from '../held-answer.ts'
import type { Account, Alert } from '../layer.ts'
import { EGRESS_STEP, LISTED_WHEN_IT_ANSWERS } from '../order.ts'
import type { TimedEvent } from '../ports/exchange-trace.ts'
import type { LayerResult } from './run-request-layer.ts'

/** An event whose time still grows: that of a layer on the way back. */
export type GrowingEvent = { -readonly [Member in keyof LayerEvent]: LayerEvent[Member] }

/** Adds time that a layer has worked, in milliseconds, to its event. */
export function addWork(event: GrowingEvent, durationMs: number): void {
  event.duration_ms = toMicroseconds(event.duration_ms + durationMs)
}

/** Milliseconds to the microsecond: more digits say nothing and lengthen every record. */
function toMicroseconds(durationMs: number): number {
  return Math.round(durationMs * 1_000) / 1_000
}

/** Keeps account of one request: what each layer decided and how long it worked. */
export class Journal {
  readonly #events: GrowingEvent[] = []
  /** When each of them began. A record holds no times of its layers. */
  readonly #startedMs: number[] = []
  readonly #listed: LayerId[] = []
  readonly #violations: PolicyViolation[] = []
  readonly #alerts: Alert[] = []
  #cacheHit = false
  /** How many of the violations an alert need not tell of any more. */
  #alertedUpTo = 0
  #endpoint: string | undefined
  #heldAnswer: HeldAnswerNotice | undefined

  /** Enters the result of a layer of the request side. */
  enter({ layer, decision, startedMs, durationMs, failure }: LayerResult): void {
    if (decision.violations !== undefined) this.#violations.push(...decision.violations)
    const answered = decision.type === 'answer'
    if (decision.facts !== undefined && 'endpoint' in decision.facts) this.#endpoint = decision.facts.endpoint
    if (answered && layer !== EGRESS_STEP) this.#cacheHit = true
    if (layer !== LISTED_WHEN_IT_ANSWERS || answered || failure !== undefined) this.#listed.push(layer)
    const findings = decision.findingCount ?? decision.findings?.length ?? 0
    this.#startedMs.push(startedMs)
    this.#events.push({ layer, outcome: failure ?? decision.type, duration_ms: toMicroseconds(durationMs), findings })
  }

  /** Enters a second time that a layer of the request side has worked. */
  enterAgain({ layer, decision, durationMs, failure }: LayerResult): void {
    if (decision.violations !== undefined) this.#violations.push(...decision.violations)
    const event = this.#events.findLast((known) => known.layer === layer)
    if (event === undefined) throw new Error('A layer works again that has not worked before.')
    addWork(event, durationMs)
    if (decision.type !== 'allow') event.outcome = failure ?? decision.type
  }

  /** Enters what a question between the layers had to say, but for what a layer has said already. */
  note(violations: readonly PolicyViolation[]): void {
    for (const violation of violations) {
      const { policy_id, action } = violation
      const isKnown = this.#violations.some((known) => known.policy_id === policy_id && known.action === action)
      if (!isKnown) this.#violations.push(violation)
    }
  }

  /** The grave violations since the last call. */
  takeGrave(): readonly PolicyViolation[] {
    const grave = this.#violations.slice(this.#alertedUpTo).filter(isGrave)
    this.#alertedUpTo = this.#violations.length
    return grave
  }

  /** Enters alerts that have been begun. */
  alerted(alerts: readonly Alert[]): void {
    this.#alerts.push(...alerts)
  }

  /**
   * Enters a layer of the way back. The caller adds the time that the layer works.
   *
   * @param startedMs as the exchange's clock counts, `monotonicMs`.
   */
  open(layer: LayerId, startedMs: number): GrowingEvent {
    if (layer !== LISTED_WHEN_IT_ANSWERS) this.#listed.push(layer)
    const event: GrowingEvent = { layer, outcome: 'transform', duration_ms: 0, findings: 0 }
    this.#startedMs.push(startedMs)
    this.#events.push(event)
    return event
  }

  /** The event of a layer that works on after its turn; one that is on no record where it has had none. */
  reopen(layer: LayerId): GrowingEvent {
    const known = this.#events.findLast((event) => event.layer === layer)
    return known ?? { layer, outcome: 'allow', duration_ms: 0, findings: 0 }
  }

  /** The account as it stands now. */
  account(): Account {
    return {
      events: [...this.#events],
      violations: [...this.#violations],
      cacheHit: this.#cacheHit,
      alerts: [...this.#alerts],
      ...(this.#heldAnswer === undefined ? {} : { holdsAnswer: true }),
    }
  }

  /** What the layers have done until now, with the time at which each began. */
  timeline(): readonly TimedEvent[] {
    return this.#events.map((event, at) => ({ event, startedMs: this.#startedMs[at] ?? 0 }))
  }

  /** Enters that the rest of the answer waits for a human. */
  holdAnswer(notice: HeldAnswerNotice): void {
    this.#heldAnswer = notice
  }

  /** Why the rest of the answer waits for a human; undefined where it does not. */
  heldAnswer(): HeldAnswerNotice | undefined {
    return this.#heldAnswer
  }

  /** The name of the endpoint that answers; undefined where none was asked, or none answered. */
  endpoint(): string | undefined {
    return this.#endpoint
  }

  /** Layers in the order executed, as `service_metadata.layers_executed` shows them. */
  layersExecuted(): LayerId[] {
    return [...this.#listed]
  }
}

/** What is masked has not got out; the others are passed on to a SIEM at once from `high` on. */
function isGrave({ action, severity }: PolicyViolation): boolean {
  return action !== 'masked' && (severity === 'high' || severity === 'critical')
}
