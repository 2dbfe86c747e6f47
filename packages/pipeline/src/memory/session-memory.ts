import { LRUCache } from 'lru-cache'

/**
 * What is remembered of sessions, for as long as this process lives: one value of each, which grows. Together they are
 * bounded by their sizes; the session that was not used for the longest time goes first.
 */
export class SessionMemory<Value extends object> {
  readonly #sessions: LRUCache<string, Value>

  /** @param maxSize the most that all sessions have together, in units of `keep`. */
  constructor(maxSize: number) {
    this.#sessions = new LRUCache({ maxSize })
  }

  /** @param session names the session and its user. */
  find(session: string): Value | undefined {
    return this.#sessions.get(session)
  }

  /** Keeps a session's value, which has this size now. A value of size 0 counts as 1. */
  keep(session: string, value: Value, size: number): void {
    // The cache keeps the old size of a value that is set again.
    this.#sessions.delete(session)
    this.#sessions.set(session, value, { size: Math.max(size, 1) })
  }
}
