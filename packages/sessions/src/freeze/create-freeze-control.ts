import { type ControlEvent, type ControlRecord, createControlRecord } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { DEFAULT_IDLE_TIMEOUT_MS } from '../config.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import type { ClientRef, SessionRef, SessionStore, UserRef } from '../store/session-store.ts'
import { Acknowledgements } from './acknowledgements.ts'
import { Durability } from './durability.ts'
import type { FreezeControl, FreezeOrder, FreezeReport } from './freeze-control.ts'
import { type Cause, createFreezeWriter, type FreezeWriter, readCause, type Transition } from './freeze-writer.ts'
import { UnfreezerWatch } from './unfreezer-watch.ts'
import type { Unfreezers } from './unfreezers.ts'
import { type FreezeIntent, type FreezeRecords, UnrecordedFreezes } from './unrecorded-freezes.ts'
import { type AcknowledgedTransition, waitForGateways } from './wait-for-gateways.ts'

export interface FreezeControlOptions {
  readonly connection: SessionConnection
  readonly sessions: Pick<SessionStore, 'find'>
  /** Where the audit records go. */
  readonly outbox: FreezeRecords
  /** The name of the service in the records. */
  readonly service: string
  /** As in the session store: how long a session lasts without use after its freeze; 1,800,000 by default. */
  readonly idleTimeoutMs?: number
  /** How long gateways may take to acknowledge; 450 by default, so that a command is answered within 500 ms. */
  readonly acknowledgeWithinMs?: number
  /**
   * Whether a freeze waits, within the same time, until it is durable; true by default. False for many freezes at once,
   * whose next ones would wait for it: they are all `unconfirmed`.
   */
  readonly awaitDurable?: boolean
  /** Who may unfreeze. With it, a freeze that leaves none of them raises the critical event `ciso.last_frozen`. */
  readonly unfreezers?: Unfreezers
  /** Called with the number of tenants that have none left, as far as this process has seen. */
  readonly onUnfreezersMissing?: (tenants: number) => void
}

/** Creates the freeze control over Redis. It opens a subscription and a connection, which `close` ends. */
export function createFreezeControl(options: FreezeControlOptions): FreezeControl {
  return new RedisFreezeControl(options)
}

type FreezeEvent = Extract<
  ControlEvent,
  `${'user' | 'session'}.${'frozen' | 'unfrozen'}` | 'ciso.last_frozen' | 'api_key.revoked'
>

class RedisFreezeControl implements FreezeControl {
  readonly #options: FreezeControlOptions
  readonly #writer: FreezeWriter
  readonly #acknowledgements: Acknowledgements
  readonly #durability: Durability | undefined
  readonly #unrecorded: UnrecordedFreezes
  readonly #unfreezerWatch: UnfreezerWatch | undefined

  constructor(options: FreezeControlOptions) {
    const { connection, idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS } = options
    this.#options = options
    this.#unrecorded = new UnrecordedFreezes(connection, options.outbox, (record) => this.#afterLateFreeze(record))
    this.#writer = createFreezeWriter(connection, idleTimeoutMs)
    this.#acknowledgements = new Acknowledgements(connection)
    this.#unfreezerWatch = options.unfreezers && this.#watchUnfreezers(options.unfreezers)
    this.#durability = options.awaitDurable === false ? undefined : new Durability(connection)
  }

  async freezeUser(ref: UserRef, order: FreezeOrder): Promise<FreezeReport> {
    const startedMs = this.#monotonicMs()
    const afterFreeze = this.#unfreezerWatch?.begin(ref, order)
    const record = this.#createRecord('user.frozen', ref, order)
    const transition = await this.#writer.freezeUser(ref, causeOf(order), intentOf(record))
    const report = await this.#completeFreeze(record, { transition, startedMs })
    void afterFreeze?.()
    return report
  }

  async freezeSession(ref: SessionRef, order: FreezeOrder): Promise<FreezeReport | undefined> {
    const startedMs = this.#monotonicMs()
    const record = this.#createRecord('session.frozen', ref, order)
    const transition = await this.#writer.freezeSession(ref, causeOf(order), intentOf(record))
    return transition && (await this.#completeFreeze(record, { transition, startedMs }))
  }

  async unfreezeUser(ref: UserRef, order: FreezeOrder): Promise<FreezeReport> {
    const startedMs = this.#monotonicMs()
    await this.#recordUnfreeze('user.unfrozen', ref, order)
    const transition = await this.#writer.unfreezeUser(ref, causeOf(order))
    void this.#unfreezerWatch?.afterUnfreeze(ref)
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

  async revokeClient(ref: ClientRef, order: FreezeOrder, details: ControlRecord['details']): Promise<FreezeReport> {
    const startedMs = this.#monotonicMs()
    const { tenant, sub } = ref
    const record = { ...this.#createRecord('api_key.revoked', { tenant, sub }, order), details }
    const transition = await this.#writer.revokeClient(ref, causeOf(order), intentOf(record))
    return await this.#completeFreeze(record, { transition, startedMs })
  }

  async announceClient(ref: ClientRef): Promise<Pick<FreezeReport, 'gateways' | 'elapsedMs'>> {
    const startedMs = this.#monotonicMs()
    const transition = await this.#writer.announceClient(ref)
    return await this.#waitForGateways({ transition, startedMs })
  }

  close(): void {
    this.#acknowledgements.close()
    this.#durability?.close()
    this.#unrecorded.close()
  }

  /** A freeze of the last CISO raises its event however late it took effect. */
  #afterLateFreeze({ event, tenant, sub, reason = '', actor }: ControlRecord): void {
    if (event !== 'user.frozen' || sub === undefined) return
    void this.#unfreezerWatch?.begin({ tenant, sub }, { reason, actor })()
  }

  #watchUnfreezers(unfreezers: Unfreezers): UnfreezerWatch {
    const { connection, onUnfreezersMissing: onMissing } = this.#options
    const record = (ref: UserRef, order: FreezeOrder) =>
      this.#append(this.#createRecord('ciso.last_frozen', ref, order))
    return new UnfreezerWatch({ unfreezers, record, onMissing, onError: connection.onError })
  }

  /** The state has changed before the record is written: a freeze that cannot be recorded is still a freeze. */
  async #completeFreeze(record: ControlRecord, started: StartedTransition): Promise<FreezeReport> {
    const durable = this.#durability?.confirm(this.#endOf(started)) ?? 'unconfirmed'
    const acknowledged = await this.#waitForGateways(started)
    const recorded = await this.#append({ ...record, details: { ...record.details, ...detailsOf(acknowledged) } })
    if (recorded) this.#unrecorded.forget(record.id)
    return { ...acknowledged, durable: await durable, recorded }
  }

  async #append(record: ControlRecord): Promise<boolean> {
    try {
      await this.#options.outbox.append(record, { once: true })
      return true
    } catch (cause) {
      const message = `${record.event} took effect, but its audit record could not be written yet`
      this.#options.connection.onError(new Error(message, { cause }))
      return false
    }
  }

  /** The record is written before the state changes: every unfreeze is on record, even if the next step fails. */
  async #recordUnfreeze(event: FreezeEvent, ref: UserRef | SessionRef, order: FreezeOrder): Promise<void> {
    // The writer checks the bounds too, but only after the record has been written.
    readCause(causeOf(order))
    await this.#options.outbox.append(this.#createRecord(event, ref, order))
  }

  #waitForGateways(started: StartedTransition): Promise<AcknowledgedTransition> {
    const { connection } = this.#options
    return waitForGateways(started.transition, {
      connection,
      acknowledgements: this.#acknowledgements,
      endsAtMs: this.#endOf(started),
      startedMs: started.startedMs,
    })
  }

  #endOf({ startedMs }: StartedTransition): number {
    return startedMs + (this.#options.acknowledgeWithinMs ?? 450)
  }

  #createRecord(event: FreezeEvent, ref: UserRef | SessionRef, order: FreezeOrder): ControlRecord {
    const { connection, service } = this.#options
    return createControlRecord({
      ...order,
      ...ref,
      id: newId(),
      event,
      severity: 'critical',
      timeMs: connection.clock.nowMs(),
      service,
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

function intentOf(record: ControlRecord): FreezeIntent {
  return { id: record.id, text: JSON.stringify(record) }
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
