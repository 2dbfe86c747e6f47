import type { Clock } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { OpenSession, UserRef } from '../store/session-store.ts'

/** Sessions kept per user. When a user has more, those of the user are dropped. */
const PER_USER = 64

interface RememberedSessionsOptions {
  readonly clock: Clock
  /** How long a session is remembered, in milliseconds. */
  readonly rememberForMs: number
  /** Over all users; a remembered session takes about 500 bytes. */
  readonly maxSessions: number
}

interface RememberedSession {
  readonly session: OpenSession
  readonly staleAtMs: number
}

/** Remembers which session a user's requested session stands for. The caller must forget users whose freeze changes. */
export class RememberedSessions {
  readonly #clock: Clock
  readonly #rememberForMs: number
  readonly #users: LRUCache<string, Map<string, RememberedSession>>

  constructor({ clock, rememberForMs, maxSessions }: RememberedSessionsOptions) {
    this.#clock = clock
    this.#rememberForMs = rememberForMs
    this.#users = new LRUCache({ maxSize: maxSessions })
  }

  get(user: UserRef, requestedSession: string): OpenSession | undefined {
    const found = this.#users.get(keyOf(user))?.get(requestedSession)
    return found !== undefined && this.#clock.monotonicMs() < found.staleAtMs ? found.session : undefined
  }

  set(user: UserRef, requestedSession: string, session: OpenSession): void {
    const key = keyOf(user)
    const own = this.#users.get(key) ?? new Map<string, RememberedSession>()
    if (own.size >= PER_USER) own.clear()
    own.set(requestedSession, { session, staleAtMs: this.#clock.monotonicMs() + this.#rememberForMs })
    // The cache looks at the size of a new entry only.
    this.#users.delete(key)
    this.#users.set(key, own, { size: own.size })
  }

  forgetUser(user: UserRef): void {
    this.#users.delete(keyOf(user))
  }

  forgetAll(): void {
    this.#users.clear()
  }
}

function keyOf({ tenant, sub }: UserRef): string {
  return JSON.stringify([tenant, sub])
}
