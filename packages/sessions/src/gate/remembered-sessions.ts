import type { Clock } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { Session, UserRef } from '../store/session-store.ts'

/** Sessions that one user's entry holds; a user with more begins anew. */
const PER_USER = 64

export interface RememberedSessions {
  get(user: UserRef, wish: string): Session | undefined
  set(user: UserRef, wish: string, session: Session): void
  forgetUser(user: UserRef): void
  forgetAll(): void
}

export interface RememberedSessionsOptions {
  readonly clock: Clock
  /** How long a session is remembered before it is touched again, in milliseconds. */
  readonly rememberForMs: number
  readonly maxUsers: number
}

/** Remembers which session a wish of a user stands for. Who forgets in time is the caller's matter. */
export function createRememberedSessions(options: RememberedSessionsOptions): RememberedSessions {
  const { clock, rememberForMs, maxUsers } = options
  const users = new LRUCache<string, Map<string, { readonly session: Session; readonly staleAtMs: number }>>({
    max: maxUsers,
  })
  const keyOf = ({ tenant, sub }: UserRef) => JSON.stringify([tenant, sub])
  return {
    get(user, wish) {
      const found = users.get(keyOf(user))?.get(wish)
      return found !== undefined && clock.monotonicMs() < found.staleAtMs ? found.session : undefined
    },
    set(user, wish, session) {
      const key = keyOf(user)
      const own = users.get(key) ?? new Map()
      if (own.size >= PER_USER) own.clear()
      own.set(wish, { session, staleAtMs: clock.monotonicMs() + rememberForMs })
      users.set(key, own)
    },
    forgetUser: (user) => void users.delete(keyOf(user)),
    forgetAll: () => users.clear(),
  }
}
