import type { ErrorCode, SluiceError } from '@sluice/contracts'
import type { UserRef } from '../store/session-store.ts'

/** How the gate stops a request. */
export interface Stoppable {
  /** Aborted with a `SluiceError`: `session_frozen`, or `dependency_unavailable` where the state cannot be checked. */
  readonly controller: AbortController
  /** Cuts the connection to the caller. */
  cut(): void
}

/** A request in the gateway, from before its session is known until after its last byte. */
export interface StoppableRequest extends Stoppable {
  readonly user: UserRef
  /** Through which it came. */
  readonly client: string
  /** Undefined until the session is known. */
  sessionId: number | undefined
  /** Sessions that were frozen before this request knew its own. */
  readonly frozenMeanwhile: Set<number>
  /** True where a freeze may have been missed before the session was known. */
  mustRecheck: boolean
}

/** All requests in the gateway, by user, and the way to stop them. */
export class StoppableRequests {
  readonly #settleMs: number
  readonly #onStopped: ((code: ErrorCode) => void) | undefined
  readonly #byUser = new Map<string, Map<StoppableRequest, Entry>>()
  #count = 0

  /**
   * @param settleMs how long an aborted request may take for its last bytes before its connection is cut.
   * @param onStopped called for each request that is stopped.
   */
  constructor(settleMs: number, onStopped?: (code: ErrorCode) => void) {
    this.#settleMs = settleMs
    this.#onStopped = onStopped
  }

  add(request: StoppableRequest): void {
    const key = keyOf(request.user)
    const own = this.#byUser.get(key) ?? new Map<StoppableRequest, Entry>()
    this.#byUser.set(key, own)
    const { promise, resolve } = Promise.withResolvers<void>()
    own.set(request, { ended: promise, end: resolve, isStopping: false })
    this.#count += 1
  }

  /** Removes a request that has ended. Does nothing where it was removed before. */
  remove(request: StoppableRequest): void {
    const key = keyOf(request.user)
    const own = this.#byUser.get(key)
    const entry = own?.get(request)
    if (own === undefined || entry === undefined) return
    own.delete(request)
    if (own.size === 0) this.#byUser.delete(key)
    this.#count -= 1
    entry.end()
  }

  count(): number {
    return this.#count
  }

  all(): StoppableRequest[] {
    return Array.from(this.#byUser.values()).flatMap((own) => Array.from(own.keys()))
  }

  /** Aborts a request and cuts its connection where it does not end in time. Resolves when it has ended. */
  async stop(request: StoppableRequest, reason: SluiceError): Promise<void> {
    const entry = this.#byUser.get(keyOf(request.user))?.get(request)
    if (entry === undefined) return
    if (entry.isStopping) return await entry.ended
    entry.isStopping = true
    if (!request.controller.signal.aborted) this.#onStopped?.(reason.code)
    request.controller.abort(reason)
    const cut = setTimeout(() => request.cut(), this.#settleMs)
    await entry.ended
    clearTimeout(cut)
  }

  /** Stops the requests of a user that came through one client. Resolves when all of them have ended. */
  async stopAllThrough(user: UserRef, client: string, reason: SluiceError): Promise<void> {
    const own = this.#byUser.get(keyOf(user))?.keys() ?? []
    const through = [...own].filter((request) => request.client === client)
    await Promise.all(through.map((request) => this.stop(request, reason)))
  }

  /** Stops the requests of a user, or of one session. Resolves when all of them have ended. */
  async stopAllOf(user: UserRef, sessionId: number | undefined, reason: SluiceError): Promise<void> {
    const stopping: Promise<void>[] = []
    for (const request of this.#byUser.get(keyOf(user))?.keys() ?? []) {
      if (sessionId !== undefined && request.sessionId === undefined) request.frozenMeanwhile.add(sessionId)
      if (sessionId === undefined || request.sessionId === sessionId) stopping.push(this.stop(request, reason))
    }
    await Promise.all(stopping)
  }
}

interface Entry {
  readonly ended: Promise<void>
  readonly end: () => void
  /** A request is aborted once, however many reasons arise. */
  isStopping: boolean
}

function keyOf({ tenant, sub }: UserRef): string {
  return JSON.stringify([tenant, sub])
}
