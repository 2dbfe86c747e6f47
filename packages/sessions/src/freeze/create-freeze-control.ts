import { randomUUID } from 'node:crypto'
import { type ControlEvent, type ControlRecord, createControlRecord } from '@sluice/contracts'
import { DEFAULT_IDLE_TIMEOUT_MS } from '../config.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import type { SessionRef, SessionStore, UserRef } from '../store/session-store.ts'
import { Acknowledgements } from './acknowledgements.ts'
import type { FreezeControl, FreezeOrder, FreezeReport } from './freeze-control.ts'
import { type Cause, createFreezeWriter, type FreezeWriter, readCause, type Transition } from './freeze-writer.ts'
import { type AcknowledgedTransition, waitForGateways } from './wait-for-gateways.ts'

export interface FreezeControlOptions {
  readonly connection: SessionConnection
  readonly sessions: Pick<SessionStore, 'find'>
  /** Where the audit records go. */
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  /** The name of the service in the records. */
  readonly service: string
  /** As in the session store: how long a session lasts without use after its freeze; 1,800,000 by default. */
  readonly idleTimeoutMs?: number
  /** How long gateways may take to acknowledge; 450 by default, so that a command is answered within 500 ms. */
  readonly acknowledgeWithinMs?: number
}

/** Creates the freeze control over Redis. It opens a subscription, which `close` ends. */
export function createFreezeControl(options: FreezeControlOptions): FreezeControl {
  return new RedisFreezeControl(options)
}

type FreezeEvent = Extract<ControlEvent, `${'user' | 'session'}.${'frozen' | 'unfrozen'}`>

class RedisFreezeControl implements FreezeControl {
  readonly #options: FreezeControlOptions
  readonly #writer: FreezeWriter
  readonly #acknowledgements: Acknowledgements

  constructor(options: FreezeControlOptions) {
    const { connection, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS } = options
    this.#options = options
    this.#writer = createFreezeWriter(connection, idleTimeoutMs)
    this.#acknowledgements = new Acknowledgements(connection)
  }

  async freezeUser(ref: UserRef, order: FreezeOrder): Promise<FreezeReport> {
    const startedMs = this.#monotonicMs()
    const transition = await this.#writer.freezeUser(ref, causeOf(order))
    return await this.#completeFreeze('user.frozen', ref, order, { transition, startedMs })
  }

  async freezeSession(ref: SessionRef, order: FreezeOrder): Promise<FreezeReport | undefined> {
    const startedMs = this.#monotonicMs()
    const transition = await this.#writer.freezeSession(ref, causeOf(order))
    return transition && (await this.#completeFreeze('session.frozen', ref, order, { transition, startedMs }))
  }

  async unfreezeUser(ref: UserRef, order: FreezeOrder): Promise<FreezeReport> {
    const startedMs = this.#monotonicMs()
    await this.#recordUnfreeze('user.unfrozen', ref, order)
    const transition = await this.#writer.unfreezeUser(ref, causeOf(order))
    return { ...(await this.#waitForGateways({ transition, startedMs })), recorded: true }
  }

  async unfreezeSession(ref: SessionRef, order: FreezeOrder): Promise<FreezeReport | undefined> {
    const session = await this.#options.sessions.find(ref.sessionId)
    if (session?.tenant !== ref.tenant || session.sub !== ref.sub) return undefined
    const startedMs = this.#monotonicMs()
    await this.#recordUnfreeze('session.unfrozen', ref, order)
    const transition = await this.#writer.unfreezeSession(ref, causeOf(order))
    return transition && { ...(await this.#waitForGateways({ transition, startedMs })), recorded: true }
  }

  close(): void {
    this.#acknowledgements.close()
  }

  /** The state has changed before the record is written: a freeze that cannot be recorded is still a freeze. */
  async #completeFreeze(
    event: FreezeEvent,
    ref: UserRef | SessionRef,
    order: FreezeOrder,
    started: StartedTransition,
  ): Promise<FreezeReport> {
    const acknowledged = await this.#waitForGateways(started)
    try {
      await this.#options.outbox.append(this.#createRecord(event, ref, order, acknowledged))
      return { ...acknowledged, recorded: true }
    } catch (cause) {
      const message = `${event} took effect, but its audit record could not be written`
      this.#options.connection.onError(new Error(message, { cause }))
      return { ...acknowledged, recorded: false }
    }
  }

  /** The record is written before the state changes: every unfreeze is on record, even if the next step fails. */
  async #recordUnfreeze(event: FreezeEvent, ref: UserRef | SessionRef, order: FreezeOrder): Promise<void> {
    // The writer checks the bounds too, but only after the record has been written.
    readCause(causeOf(order))
    await this.#options.outbox.append(this.#createRecord(event, ref, order))
  }

  #waitForGateways(started: StartedTransition): Promise<AcknowledgedTransition> {
    const { connection, acknowledgeWithinMs = 450 } = this.#options
    return waitForGateways(started.transition, {
      connection,
      acknowledgements: this.#acknowledgements,
      endsAtMs: started.startedMs + acknowledgeWithinMs,
      startedMs: started.startedMs,
    })
  }

  #createRecord(
    event: FreezeEvent,
    ref: UserRef | SessionRef,
    order: FreezeOrder,
    acknowledged?: AcknowledgedTransition,
  ): ControlRecord {
    const { connection, service } = this.#options
    return createControlRecord({
      ...order,
      ...ref,
      id: randomUUID(),
      event,
      severity: 'critical',
      timeMs: connection.clock.nowMs(),
      service,
      details: acknowledged && detailsOf(acknowledged),
    })
  }

  #monotonicMs(): number {
    return this.#options.connection.clock.monotonicMs()
  }
}

interface StartedTransition {
  readonly transition: Transition
  /** When the command began, by the clock's monotonic time. */
  readonly startedMs: number
}

function causeOf({ reason, actor }: FreezeOrder): Cause {
  return { reason, by: actor }
}

function detailsOf({ changed, version, sessions, gateways, elapsedMs }: AcknowledgedTransition) {
  return {
    changed,
    version,
    sessions,
    gateways_alive: gateways.alive,
    gateways_acknowledged: gateways.acknowledged,
    elapsed_ms: Math.round(elapsedMs),
  }
}
