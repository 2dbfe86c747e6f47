import { randomUUID } from 'node:crypto'
import { type Clock, type ControlEvent, type ControlRecord, createControlRecord, SluiceError } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import { readCause } from '../store/freeze.ts'
import { createSessionKeys } from '../store/session-keys.ts'
import type { Cause, SessionRef, SessionStore, Transition, UserRef } from '../store/session-store.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import type { FreezeControl, FreezeReport, Order } from './freeze-control.ts'
import { type Reached, reachGateways } from './reach-gateways.ts'

export interface FreezeControlOptions {
  readonly redis: Redis
  /** For the subscription to acknowledgements, which needs a connection of its own. */
  readonly redisUrl: string
  readonly sessions: SessionStore
  /** Where the audit records go. */
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly clock: Clock
  /** The service's name in the records. */
  readonly service: string
  /** As the session store has it. */
  readonly keyPrefix?: string
  /** How long gateways may take to acknowledge; 450 by default, so that the answer is there within 500 ms. */
  readonly acknowledgeWithinMs?: number
  /** Told of failures that the caller is not: of the subscription, and of a record that could not be written. */
  readonly onError?: (error: Error) => void
}

/** Creates the freeze control over Redis. It opens a connection of its own; `close` ends it. */
export function createFreezeControl(options: FreezeControlOptions): FreezeControl {
  const { redis, redisUrl, sessions, outbox, clock, service, acknowledgeWithinMs = 450, onError } = options
  const keys = createSessionKeys(options.keyPrefix)
  const acknowledgements = createAcknowledgements({
    redis,
    redisUrl,
    keys,
    clock,
    ...(onError === undefined ? {} : { onError }),
  })

  function recordOf(event: ControlEvent, ref: UserRef | SessionRef, order: Order, report?: Reached): ControlRecord {
    return createControlRecord({
      ...order,
      ...ref,
      id: randomUUID(),
      event,
      severity: 'critical',
      timeMs: clock.nowMs(),
      service,
      details: report && detailsOf(report),
    })
  }

  const reach = (transition: Transition, startedMs: number) =>
    reachGateways(transition, startedMs, {
      ...{ redis, keys, clock, acknowledgements, onError },
      withinMs: acknowledgeWithinMs,
    })

  /** The state changes first: a freeze that cannot be recorded is still a freeze. */
  async function freeze<Ref extends UserRef>(
    event: ControlEvent,
    ref: Ref,
    order: Order,
    change: (cause: Cause) => Promise<Transition | undefined>,
  ): Promise<FreezeReport | undefined> {
    const startedMs = clock.monotonicMs()
    const transition = await change(causeOf(order))
    if (transition === undefined) return undefined
    const reached = await reach(transition, startedMs)
    try {
      await outbox.append(recordOf(event, ref, order, reached))
      return { ...reached, recorded: true }
    } catch (cause) {
      onError?.(new Error(`${event} took effect, but its audit record could not be written`, { cause }))
      return { ...reached, recorded: false }
    }
  }

  /** The record comes first: who frees somebody is on record even if nothing else works afterwards. */
  async function unfreeze<Ref extends UserRef>(
    event: ControlEvent,
    ref: Ref,
    order: Order,
    change: (cause: Cause) => Promise<Transition | undefined>,
  ): Promise<FreezeReport | undefined> {
    const startedMs = clock.monotonicMs()
    // The store checks it too, but only after the record was written.
    readCause(causeOf(order))
    await outbox.append(recordOf(event, ref, order))
    const transition = await change(causeOf(order))
    return transition && { ...(await reach(transition, startedMs)), recorded: true }
  }

  return {
    freezeUser: async (ref, order) =>
      present(await freeze('user.frozen', ref, order, (cause) => sessions.freezeUser(ref, cause))),
    unfreezeUser: async (ref, order) =>
      present(await unfreeze('user.unfrozen', ref, order, (cause) => sessions.unfreezeUser(ref, cause))),
    freezeSession: (ref, order) => freeze('session.frozen', ref, order, (cause) => sessions.freeze(ref, cause)),
    async unfreezeSession(ref, order) {
      if (!isOf(ref, await sessions.find(ref.sessionId))) return undefined
      return await unfreeze('session.unfrozen', ref, order, (cause) => sessions.unfreeze(ref, cause))
    },
    close: () => acknowledgements.close(),
  }
}

function causeOf({ reason, actor }: Order): Cause {
  return { reason, by: actor }
}

function detailsOf({ changed, version, sessions, gateways, elapsedMs }: Reached) {
  return {
    changed,
    version,
    sessions,
    gateways_alive: gateways.alive,
    gateways_acknowledged: gateways.acknowledged,
    elapsed_ms: Math.round(elapsedMs),
  }
}

function isOf(ref: SessionRef, session: { readonly tenant: string; readonly sub: string } | undefined): boolean {
  return session?.tenant === ref.tenant && session.sub === ref.sub
}

function present(report: FreezeReport | undefined): FreezeReport {
  if (report === undefined) throw new SluiceError('internal_error')
  return report
}
