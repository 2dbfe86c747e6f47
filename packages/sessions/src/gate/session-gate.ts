import { randomUUID } from 'node:crypto'
import { type ErrorCode, isApiKeyClient, type Principal, SluiceError } from '@sluice/contracts'
import type { FreezeEntry } from '../freeze/freeze-entry.ts'
import { SETTLE_MS } from '../lease/lease-times.ts'
import { revokedClient } from '../store/revoked-client.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import type { OpenSession, ResolveRequest, Session, SessionStore, UserRef } from '../store/session-store.ts'
import { FreezeWatch } from './freeze-watch.ts'
import { RememberedSessions } from './remembered-sessions.ts'
import { type Stoppable, type StoppableRequest, StoppableRequests } from './stoppable-requests.ts'

/** What a gate asks of the sessions. */
type GateSessions = Pick<SessionStore, 'resolve' | 'find' | 'requireUnstopped'>

interface SessionGateOptions {
  readonly connection: SessionConnection
  readonly sessions: GateSessions
  /** A `worker` does not count as one of the gateways that share the callers; `gateway` by default. */
  readonly kind?: 'gateway' | 'worker'
  /** How long a session is used without a call to Redis; at most a third of the idle time-out. 10,000 by default. */
  readonly rememberForMs?: number
  /** Sessions that are remembered, over all users; 50,000 by default, about 25 MB. */
  readonly maxRemembered?: number
  /** Called for each request that is stopped, with the error's code. */
  readonly onStopped?: (code: ErrorCode) => void
  /** Called for each client of a user that is revoked, or that is to be looked up again. */
  readonly onClientChanged?: (client: string) => void
  /** Called once what ran in a session, or in all of a user, was stopped; before the freeze is acknowledged. */
  readonly onFrozen?: (user: UserRef, sessionId: number | undefined) => void
  /** Called where it is not known which clients and sessions have changed. */
  readonly onChangesLost?: () => void
}

/** Admits requests to a gateway and can stop each of them at any time. */
export interface SessionGate {
  /** What it is called among the leases. */
  readonly id: string
  /**
   * Admits a request. From the call until `leave`, a freeze of the user, or of the session, stops it.
   * Throws as `SessionStore.resolve` does.
   */
  enter(request: ResolveRequest, stoppable: Stoppable): Promise<OpenSession>
  /** Removes a request whose last byte has left. Does nothing for one that was not admitted. */
  leave(controller: AbortController): void
  /** True while every freeze from more than 300 ms ago is in force here. */
  isFresh(): boolean
  /**
   * Resolves when every freeze from more than 300 ms ago is in force here: at once while the lease is fresh, otherwise
   * after its renewal. What is sent after that cannot outlive a freeze, even in a process that stood still for a while.
   * Throws `dependency_unavailable` where the lease is lost: Redis gave no reply in 150 ms in which this process could
   * act.
   */
  ensureFresh(): Promise<void>
  /**
   * How many gateways that answer callers hold a lease, as of the last renewal; at least 1. Without Redis it stays what
   * it was.
   */
  liveGateways(): number
  /** The number of requests in the gateway. */
  count(): number
  /** Resolves when freezes are in force here. Throws `dependency_unavailable`. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Creates the gate of one gateway. It uses a remembered session only while the lease proves that it has missed no
 * freeze.
 */
export function createSessionGate(options: SessionGateOptions): SessionGate {
  return new RedisSessionGate(options)
}

class RedisSessionGate implements SessionGate {
  readonly id: string
  readonly #sessions: SessionGateOptions['sessions']
  readonly #requests: StoppableRequests
  readonly #byController = new WeakMap<AbortController, StoppableRequest>()
  readonly #remembered: RememberedSessions
  readonly #watch: FreezeWatch
  readonly #options: Pick<SessionGateOptions, 'onClientChanged' | 'onFrozen' | 'onChangesLost'>

  constructor(options: SessionGateOptions) {
    const { connection, sessions, kind = 'gateway', rememberForMs = 10_000, maxRemembered = 50_000 } = options
    this.id = `${kind}-${randomUUID()}`
    this.#sessions = sessions
    this.#options = options
    this.#requests = new StoppableRequests(SETTLE_MS, options.onStopped)
    this.#remembered = new RememberedSessions({ clock: connection.clock, rememberForMs, maxSessions: maxRemembered })
    this.#watch = new FreezeWatch({
      connection,
      gateway: this.id,
      onEntry: (entry) => this.#apply(entry),
      onGap: () => this.#recheckAll(),
      onLapse: () => this.#stopUncheckable(),
    })
  }

  async enter(request: ResolveRequest, stoppable: Stoppable): Promise<OpenSession> {
    const { tenant, sub, client } = request.principal
    const { controller } = stoppable
    const stoppableRequest: StoppableRequest = {
      user: { tenant, sub },
      client,
      controller,
      cut: () => stoppable.cut(),
      sessionId: undefined,
      frozenMeanwhile: new Set(),
      mustRecheck: false,
    }
    this.#byController.set(controller, stoppableRequest)
    this.#requests.add(stoppableRequest)
    try {
      const session = await this.#resolve(stoppableRequest, request)
      controller.signal.throwIfAborted()
      return session
    } catch (error) {
      this.#requests.remove(stoppableRequest)
      throw error
    }
  }

  leave(controller: AbortController): void {
    const request = this.#byController.get(controller)
    if (request !== undefined) this.#requests.remove(request)
  }

  isFresh(): boolean {
    return this.#watch.isFresh()
  }

  ensureFresh(): Promise<void> {
    return this.#watch.ensureFresh()
  }

  liveGateways(): number {
    return this.#watch.liveGateways()
  }

  count(): number {
    return this.#requests.count()
  }

  start(): Promise<void> {
    return this.#watch.start()
  }

  stop(): Promise<void> {
    return this.#watch.stop()
  }

  async #resolve(stoppable: StoppableRequest, request: ResolveRequest): Promise<OpenSession> {
    const { principal, requested = '' } = request
    const requestedSession = JSON.stringify([principal.client, requested])
    const known = this.#watch.isFresh() ? this.#remembered.get(principal, requestedSession) : undefined
    if (known !== undefined && hasSameDepartments(known, principal)) {
      stoppable.sessionId = known.id
      return known
    }
    let session: OpenSession
    do {
      stoppable.mustRecheck = false
      session = await this.#sessions.resolve(request)
    } while (stoppable.mustRecheck)
    stoppable.sessionId = session.id
    if (stoppable.frozenMeanwhile.has(session.id)) throw new SluiceError('session_frozen')
    // The reply may have taken so long that a freeze after it could not be noticed.
    await this.#watch.ensureFresh()
    if (!stoppable.controller.signal.aborted) this.#remembered.set(principal, requestedSession, session)
    return session
  }

  async #apply({ state, user, sessionId, client }: FreezeEntry): Promise<void> {
    this.#remembered.forgetUser(user)
    if (client !== undefined) {
      this.#options.onClientChanged?.(client)
      if (state === 'frozen') await this.#requests.stopAllThrough(user, client, revokedClient())
      return
    }
    if (state !== 'frozen') return
    await this.#requests.stopAllOf(user, sessionId, new SluiceError('session_frozen'))
    this.#options.onFrozen?.(user, sessionId)
  }

  /** Looks up the session of every request. One process serves a bounded number of requests. */
  async #recheckAll(): Promise<void> {
    this.#remembered.forgetAll()
    this.#options.onChangesLost?.()
    const lookups = new Map<number, ReturnType<SessionStore['find']>>()
    await Promise.all(
      this.#requests.all().map(async (request) => {
        const { sessionId } = request
        request.mustRecheck = sessionId === undefined
        if (sessionId === undefined) return
        try {
          const lookup = lookups.get(sessionId) ?? this.#sessions.find(sessionId)
          lookups.set(sessionId, lookup)
          if ((await lookup)?.state !== 'active') throw new SluiceError('session_frozen')
          const { user, client } = request
          // The state of a session says nothing of the key that a request came with.
          if (isApiKeyClient(client)) await this.#sessions.requireUnstopped({ ...user, client })
        } catch (error) {
          void this.#requests.stop(request, asStop(error))
        }
      }),
    )
  }

  /** Stops every request whose session is known. A request that still resolves its session fails at Redis by itself. */
  #stopUncheckable(): void {
    this.#remembered.forgetAll()
    const reason = new SluiceError('dependency_unavailable', { cause: new Error('the freeze lease has run out') })
    for (const request of this.#requests.all()) {
      if (request.sessionId !== undefined) void this.#requests.stop(request, reason)
    }
  }
}

function asStop(error: unknown): SluiceError {
  if (error instanceof SluiceError && (error.code === 'session_frozen' || error.code === 'token_invalid')) return error
  return new SluiceError('dependency_unavailable', { cause: error })
}

function hasSameDepartments(session: Session, principal: Principal): boolean {
  const { departments } = principal
  return (
    session.departments.length === departments.length && departments.every((name, i) => session.departments[i] === name)
  )
}
