import type { ErrorCode, SluiceError } from '@sluice/contracts'
import type { UserRef } from '../store/session-store.ts'

/** One request under way, from before its session is known to after its last byte. */
export interface OpenExchange {
  readonly user: UserRef
  /** Ends the exchange in order, with a `SluiceError` as the reason. */
  readonly controller: AbortController
  /** Cuts the connection, for an exchange that does not end by itself. */
  cut(): void
  /** Undefined until the session is known. */
  sessionId: number | undefined
  /** Sessions frozen before this exchange knew its own. */
  readonly frozenMeanwhile: Set<number>
  /** Set where something may have been missed before the session was known. */
  doubtful: boolean
}

export interface OpenExchanges {
  open(exchange: OpenExchange): void
  close(exchange: OpenExchange): void
  /** Exchanges under way. */
  count(): number
  /** All that is under way, at this moment. */
  all(): OpenExchange[]
  /** Tells an exchange why it must end, and cuts its connection when it does not. Resolves when it has ended. */
  stop(exchange: OpenExchange, reason: SluiceError): Promise<void>
  /** Stops what runs of a user, or of one session. Resolves when nothing of it runs. */
  stopAllOf(user: UserRef, sessionId: number | undefined, reason: SluiceError): Promise<void>
}

/**
 * @param settleMs how long an exchange that was told to end may take for its last bytes.
 * @param onStopped told of each exchange that is stopped.
 */
export function createOpenExchanges(settleMs: number, onStopped?: (code: ErrorCode) => void): OpenExchanges {
  const byUser = new Map<string, Map<OpenExchange, Entry>>()
  let count = 0

  async function stop(exchange: OpenExchange, reason: SluiceError): Promise<void> {
    const entry = byUser.get(keyOf(exchange.user))?.get(exchange)
    if (entry === undefined) return
    if (entry.isTold) return await entry.ended
    entry.isTold = true
    if (!exchange.controller.signal.aborted) onStopped?.(reason.code)
    exchange.controller.abort(reason)
    const cut = setTimeout(() => exchange.cut(), settleMs)
    await entry.ended
    clearTimeout(cut)
  }

  return {
    open(exchange) {
      const key = keyOf(exchange.user)
      const own = byUser.get(key) ?? new Map()
      byUser.set(key, own)
      const { promise, resolve } = Promise.withResolvers<void>()
      own.set(exchange, { ended: promise, end: resolve, isTold: false })
      count += 1
    },
    close(exchange) {
      const key = keyOf(exchange.user)
      const own = byUser.get(key)
      const entry = own?.get(exchange)
      if (own === undefined || entry === undefined) return
      own.delete(exchange)
      if (own.size === 0) byUser.delete(key)
      count -= 1
      entry.end()
    },
    count: () => count,
    all: () => Array.from(byUser.values()).flatMap((own) => Array.from(own.keys())),
    stop,
    async stopAllOf(user, sessionId, reason) {
      const stopping: Promise<void>[] = []
      for (const exchange of byUser.get(keyOf(user))?.keys() ?? []) {
        if (sessionId !== undefined && exchange.sessionId === undefined) exchange.frozenMeanwhile.add(sessionId)
        if (sessionId === undefined || exchange.sessionId === sessionId) stopping.push(stop(exchange, reason))
      }
      await Promise.all(stopping)
    },
  }
}

interface Entry {
  readonly ended: Promise<void>
  readonly end: () => void
  /** Once is enough, however often the reason comes up again. */
  isTold: boolean
}

function keyOf({ tenant, sub }: UserRef): string {
  return JSON.stringify([tenant, sub])
}
