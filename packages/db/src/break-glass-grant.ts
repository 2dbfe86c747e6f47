import type { EntityType } from '@sluice/contracts'

/** One key of a dual-key act: who turned it, and when. */
export interface TurnedKey {
  readonly sub: string
  /** Of the roles that hold a key, those that the person had. */
  readonly roles: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** A request to see the original values of one session, and what became of it. */
export interface BreakGlassGrant {
  /** A UUID. */
  readonly id: string
  readonly tenant: string
  readonly sessionId: number
  /** Whose session it is. */
  readonly sessionSub: string
  readonly reason: string
  readonly entityTypes: readonly EntityType[]
  readonly durationMinutes: number
  /** The session is a synthetic one. */
  readonly isDrill: boolean
  readonly opened: TurnedKey
  /** The second key must be turned before; milliseconds since the Unix epoch. */
  readonly confirmUntilMs: number
  /** Absent until the second key is turned. */
  readonly confirmed?: TurnedKey
  /** Absent until the second key is turned. */
  readonly expiresAtMs?: number
  readonly revoked?: { readonly sub: string; readonly atMs: number }
  /** When every synthetic value of a drill was shown as it was stored. */
  readonly provenAtMs?: number
}
