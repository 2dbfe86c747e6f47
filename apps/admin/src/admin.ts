import type { Authenticator } from '@sluice/auth'
import type { Clock } from '@sluice/contracts'
import type { UsersRepository } from '@sluice/db'
import type { FreezeControl, SessionStore } from '@sluice/sessions'
import type { GateParts } from './access-gate.ts'
import type { IdentitySync } from './identity-sync.ts'

/** What the routes of the admin service work with. `server.ts` puts it together. */
export interface Admin {
  readonly authenticator: Authenticator
  /** Who is active, from a few seconds' memory. */
  readonly activeUsers: GateParts['users']
  readonly users: Pick<UsersRepository, 'find' | 'search'>
  readonly sessions: Pick<SessionStore, 'find' | 'findUser' | 'list'>
  readonly freezes: Pick<FreezeControl, 'freezeSession' | 'unfreezeSession' | 'freezeUser' | 'unfreezeUser'>
  readonly identitySync: IdentitySync
  readonly clock: Clock
  readonly onDenied: GateParts['onDenied']
  /** The longest request body. */
  readonly maxBodyBytes: number
}
