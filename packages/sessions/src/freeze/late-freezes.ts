import type { FreezeState } from '../store/session-store.ts'
import type { FreezeOrder } from './freeze-control.ts'

/** Freezes that are watched at once. With more, the oldest is given up. */
const MAX_WATCHED = 1_000
/** When Redis is asked, in milliseconds after the failure: for a minute in all. */
const LOOKS_AFTER_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 28_000]

interface Watched {
  readonly order: FreezeOrder
  /** Reads the state. Throws `dependency_unavailable`. */
  readonly read: () => Promise<FreezeState | undefined>
  /** Called once where the freeze of this order is seen to hold. Never rejects. */
  readonly onHeld: (state: FreezeState) => Promise<void>
}

/**
 * Watches freezes whose command failed: Redis may have executed it although the reply was late or lost. What it has
 * executed within a minute is seen here.
 */
export class LateFreezes {
  readonly #timers = new Set<NodeJS.Timeout>()

  watch(watched: Watched): void {
    const [oldest] = this.#timers
    if (oldest !== undefined && this.#timers.size >= MAX_WATCHED) this.#forget(oldest)
    this.#lookAfter(watched, 0)
  }

  close(): void {
    for (const timer of this.#timers) this.#forget(timer)
  }

  #lookAfter(watched: Watched, look: number): void {
    const waitMs = LOOKS_AFTER_MS[look]
    if (waitMs === undefined) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.#look(watched, look)
    }, waitMs)
    timer.unref()
    this.#timers.add(timer)
  }

  async #look(watched: Watched, look: number): Promise<void> {
    const { order, read, onHeld } = watched
    const state = await read().catch(() => undefined)
    const isItsOwn = state?.state === 'frozen' && state.by === order.actor && state.reason === order.reason
    if (isItsOwn) await onHeld(state)
    else this.#lookAfter(watched, look + 1)
  }

  #forget(timer: NodeJS.Timeout): void {
    clearTimeout(timer)
    this.#timers.delete(timer)
  }
}
