import { SluiceError } from '@sluice/contracts'
import type { SessionStore } from '@sluice/sessions'

/** What the gate of a worker asks of the sessions. */
type HeldSessions = Pick<SessionStore, 'resolve' | 'find' | 'requireUnstopped'>

/**
 * The sessions of held requests. Such a session may have ended while the request waited, and it is not begun anew: what
 * counts is that neither it nor its user is frozen, and that the API key which it came with was not revoked.
 * `requested` is its number.
 */
export function createHeldSessions(sessions: Pick<SessionStore, 'find' | 'requireUnstopped'>): HeldSessions {
  return {
    find: (id) => sessions.find(id),
    requireUnstopped: (ref) => sessions.requireUnstopped(ref),
    async resolve({ principal, requested }) {
      const { tenant, sub, client, departments } = principal
      const id = Number(requested)
      const [session] = await Promise.all([sessions.find(id), sessions.requireUnstopped({ tenant, sub, client })])
      if (session?.state === 'frozen') throw new SluiceError('session_frozen')
      const times = { createdAtMs: session?.createdAtMs ?? 0, lastSeenMs: session?.lastSeenMs ?? 0 }
      // The secret is kept with the request.
      return { id, state: 'active', ...times, tenant, sub, client, departments, secret: '' }
    },
  }
}
