import { type Clock, SluiceError } from '@sluice/contracts'
import type { SessionKeyRef, SessionKeysRepository } from '@sluice/db'
import { singleFlight } from '@sluice/service-kit/async'
import type { SessionKeyRing } from '@sluice/token-vault'
import { LRUCache } from 'lru-cache'

interface SessionKeysOptions {
  readonly repository: Pick<SessionKeysRepository, 'findOrKeep' | 'find'>
  readonly keyRing: SessionKeyRing
  readonly clock: Clock
  /** How long what is sealed with a key may be kept after it was sealed, in milliseconds. */
  readonly keptMs: number
}

/** Brings the keys of sessions into the ring. What asks rejects with `dependency_unavailable`, `layer_failed`. */
export interface SessionKeys {
  /**
   * Before something is sealed for a session: begins a key where it has none. A key that is in use is asked for again
   * after ten minutes. Rejects with `session_not_permitted` where it was destroyed.
   */
  require(session: SessionKeyRef): Promise<void>
  /** Before something of a session is only opened. Asks each time. Without a key what needs it cannot be opened. */
  load(session: SessionKeyRef): Promise<void>
  /** Has the keys of a user, or that of one session, asked for again before they are used. */
  forget(user: Pick<SessionKeyRef, 'tenant' | 'sub'>, sessionId: number | undefined): void
  /** The same for all keys. */
  forgetAll(): void
}

/** As many as the ring keeps. */
const MAX_KNOWN = 20_000
const ASK_AGAIN_MS = 600_000
/** What is sealed just before a key is asked for again counts from then on. */
const SPARE_MS = 86_400_000

export function createSessionKeys(options: SessionKeysOptions): SessionKeys {
  const { repository, keyRing, clock, keptMs } = options
  const askedAtMs = new LRUCache<string, number>({ max: MAX_KNOWN })
  const once = singleFlight<string, void>()

  /** How often keys were forgotten: what was asked for before counts once. */
  let forgotten = 0

  function use(session: SessionKeyRef, sealed: string | undefined): boolean {
    if (sealed === undefined) keyRing.forgetSessionKey(session)
    else keyRing.useSessionKey(session, sealed)
    return sealed !== undefined
  }

  async function begin(session: SessionKeyRef, name: string): Promise<void> {
    const nowMs = clock.nowMs()
    const askedIn = forgotten
    const expiresAt = new Date(nowMs + keptMs + SPARE_MS)
    const sealed = await repository.findOrKeep(session, keyRing.newSessionKey(session), expiresAt)
    if (!use(session, sealed)) throw new SluiceError('session_not_permitted')
    if (askedIn === forgotten) askedAtMs.set(name, nowMs)
  }

  return {
    async require({ tenant, sub, sessionId }) {
      const session = { tenant, sub, sessionId }
      const name = nameOf(session)
      const known = askedAtMs.get(name)
      if (known !== undefined && clock.nowMs() - known < ASK_AGAIN_MS && keyRing.hasSessionKey(session)) return
      await once(name, () => begin(session, name))
    },
    async load({ tenant, sub, sessionId }) {
      const session = { tenant, sub, sessionId }
      use(session, await repository.find(session))
    },
    forget({ tenant, sub }, sessionId) {
      forgotten += 1
      if (sessionId !== undefined) {
        askedAtMs.delete(nameOf({ tenant, sub, sessionId }))
        keyRing.forgetSessionKey({ tenant, sub, sessionId })
        return
      }
      const beginning = `${JSON.stringify([tenant, sub]).slice(0, -1)},`
      for (const name of [...askedAtMs.keys()]) if (name.startsWith(beginning)) askedAtMs.delete(name)
    },
    forgetAll() {
      forgotten += 1
      askedAtMs.clear()
    },
  }
}

function nameOf({ tenant, sub, sessionId }: SessionKeyRef): string {
  return JSON.stringify([tenant, sub, sessionId])
}
