import { randomUUID } from 'node:crypto'
import { type Clock, type ErrorCode, type Principal, SluiceError } from '@sluice/contracts'
import type { Redis } from 'ioredis'
import type { FreezeEntry } from '../freeze/freeze-entry.ts'
import { SETTLE_MS } from '../lease/lease-times.ts'
import { createSessionKeys } from '../store/session-keys.ts'
import type { ResolveRequest, Session, SessionStore } from '../store/session-store.ts'
import { createFreezeWatch } from './freeze-watch.ts'
import { createOpenExchanges, type OpenExchange, type OpenExchanges } from './open-exchanges.ts'
import { createRememberedSessions } from './remembered-sessions.ts'

export interface SessionGateOptions {
  readonly redis: Redis
  /** For the subscription to freezes, which needs a connection of its own. */
  readonly redisUrl: string
  readonly sessions: SessionStore
  readonly clock: Clock
  /** As the session store has it. */
  readonly keyPrefix?: string
  /** How long a session is used without touching it in Redis; at most a third of the idle time-out. */
  readonly rememberForMs?: number
  /** Users whose sessions are remembered; 50,000 by default. */
  readonly maxRememberedUsers?: number
  /** Told of each request that was stopped, with the error's code. */
  readonly onStopped?: (code: ErrorCode) => void
  readonly onError: (error: Error) => void
}

/** What a request needs to be stopped by. */
export interface Stoppable {
  /** Aborted with a `SluiceError`: `session_frozen`, or `dependency_unavailable` where the state cannot be checked. */
  readonly controller: AbortController
  /** Cuts the connection to the caller. */
  cut(): void
}

/** The one way into the gateway: whoever is inside can be stopped at any time. */
export interface SessionGate {
  /**
   * Admits a request. From the call until `leave`, a freeze of the user, or of the session, stops it.
   * Throws as `SessionStore.resolve` does.
   */
  enter(request: ResolveRequest, stoppable: Stoppable): Promise<Session>
  /** Says that the last byte has left, or that there will be none; harmless for one that was never admitted. */
  leave(controller: AbortController): void
  /** True while every freeze of more than 300 ms ago is in force here. */
  isFresh(): boolean
  /**
   * Resolves when every freeze of more than 300 ms ago is in force here: at once while the lease is fresh, else after
   * renewing it. What is sent behind it cannot outlive a freeze, not even in a process that stood still for a while.
   * Throws `dependency_unavailable` where that cannot be proved.
   */
  becomeFresh(): Promise<void>
  /** Requests inside. */
  count(): number
  start(): Promise<void>
  stop(): Promise<void>
}

/** Creates the gate of one gateway. Sessions are remembered only while the lease proves that no freeze was missed. */
export function createSessionGate(options: SessionGateOptions): SessionGate {
  const { redis, redisUrl, sessions, clock, onError, rememberForMs = 10_000, maxRememberedUsers = 50_000 } = options
  const exchanges = createOpenExchanges(SETTLE_MS, options.onStopped)
  const inside = new WeakMap<AbortController, OpenExchange>()
  const remembered = createRememberedSessions({ clock, rememberForMs, maxUsers: maxRememberedUsers })

  async function heed({ state, user, sessionId }: FreezeEntry): Promise<void> {
    remembered.forgetUser(user)
    if (state === 'frozen') await exchanges.stopAllOf(user, sessionId, new SluiceError('session_frozen'))
  }

  const watch = createFreezeWatch({
    redis,
    redisUrl,
    keys: createSessionKeys(options.keyPrefix),
    clock,
    gateway: `gateway-${randomUUID()}`,
    onEntry: heed,
    onGap: async () => {
      remembered.forgetAll()
      await lookAtAll(sessions, exchanges)
    },
    onLapse: () => {
      remembered.forgetAll()
      const reason = new SluiceError('dependency_unavailable', { cause: new Error('the freeze lease has run out') })
      // One whose session is not known yet waits for Redis, and will hear from it.
      for (const exchange of exchanges.all()) {
        if (exchange.sessionId !== undefined) void exchanges.stop(exchange, reason)
      }
    },
    onError,
  })

  async function resolve(exchange: OpenExchange, request: ResolveRequest): Promise<Session> {
    const { principal, requested = '' } = request
    const wish = JSON.stringify([principal.client, requested])
    const known = watch.isFresh() ? remembered.get(principal, wish) : undefined
    if (known !== undefined && sameDepartments(known, principal)) {
      exchange.sessionId = known.id
      return known
    }
    let session: Session
    do {
      exchange.doubtful = false
      session = await sessions.resolve(request)
    } while (exchange.doubtful)
    exchange.sessionId = session.id
    if (exchange.frozenMeanwhile.has(session.id)) throw new SluiceError('session_frozen')
    // The reply may have been under way for so long that a freeze since then could not be heard of.
    await watch.becomeFresh()
    if (!exchange.controller.signal.aborted) remembered.set(principal, wish, session)
    return session
  }

  return {
    async enter(request, { controller, cut }) {
      const { tenant, sub } = request.principal
      const exchange: OpenExchange = {
        user: { tenant, sub },
        controller,
        cut,
        sessionId: undefined,
        frozenMeanwhile: new Set(),
        doubtful: false,
      }
      inside.set(controller, exchange)
      exchanges.open(exchange)
      try {
        const session = await resolve(exchange, request)
        controller.signal.throwIfAborted()
        return session
      } catch (error) {
        exchanges.close(exchange)
        throw error
      }
    },
    leave(controller) {
      const exchange = inside.get(controller)
      if (exchange !== undefined) exchanges.close(exchange)
    },
    isFresh: watch.isFresh,
    becomeFresh: watch.becomeFresh,
    count: exchanges.count,
    start: watch.start,
    stop: watch.stop,
  }
}

function sameDepartments(session: Session, principal: Principal): boolean {
  const { departments } = principal
  return (
    session.departments.length === departments.length && departments.every((name, i) => session.departments[i] === name)
  )
}

/** Looks at each session under way; there are at most as many as this one process serves requests. */
async function lookAtAll(sessions: SessionStore, exchanges: OpenExchanges): Promise<void> {
  const looks = new Map<number, ReturnType<SessionStore['find']>>()
  await Promise.all(
    exchanges.all().map(async (exchange) => {
      const { sessionId } = exchange
      exchange.doubtful = sessionId === undefined
      if (sessionId === undefined) return
      try {
        const look = looks.get(sessionId) ?? sessions.find(sessionId)
        looks.set(sessionId, look)
        if ((await look)?.state !== 'active') void exchanges.stop(exchange, new SluiceError('session_frozen'))
      } catch (error) {
        void exchanges.stop(exchange, new SluiceError('dependency_unavailable', { cause: error }))
      }
    }),
  )
}
