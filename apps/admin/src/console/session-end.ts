import { hash } from 'node:crypto'
import type { FoundConsoleSession } from '@sluice/db'
import type { FreezeState } from '@sluice/sessions'

/** Why a console session is over. */
export type EndReason =
  | 'logged-out'
  | 'idle'
  | 'expired'
  | 'frozen'
  | 'deactivated'
  | 'groups-changed'
  | 'provider'
  | 'replaced'

interface Now {
  readonly nowMs: number
  readonly idleMs: number
  /** Of the person; undefined where there never was a freeze. */
  readonly freeze: Pick<FreezeState, 'state' | 'version'> | undefined
}

/** Says why a session is over by what is stored; undefined for one that goes on. */
export function reasonToEnd({ session, user }: FoundConsoleSession, now: Now): EndReason | undefined {
  const { nowMs, idleMs, freeze } = now
  // A freeze in between ends the session also where it has been lifted by now.
  if (freeze?.state === 'frozen' || (freeze?.version ?? 0) !== session.freezeVersion) return 'frozen'
  if (nowMs >= session.expiresAt.getTime()) return 'expired'
  if (nowMs >= session.lastSeenAt.getTime() + idleMs) return 'idle'
  if (user?.active === false) return 'deactivated'
  return digestOfGroups(user?.groups) === session.directoryGroups ? undefined : 'groups-changed'
}

/** Two lists have the same digest where they name the same groups, in any order; nobody known has one of their own. */
export function digestOfGroups(groups: readonly string[] | undefined): string {
  return hash('sha256', JSON.stringify(groups === undefined ? null : [...new Set(groups)].toSorted()), 'base64url')
}
