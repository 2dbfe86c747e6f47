import type { Principal } from '@sluice/contracts'

export type SessionState = 'active' | 'frozen'

export interface Session {
  /** A positive safe integer, never given twice. */
  readonly id: number
  /** `frozen` where the session or its user is frozen. */
  readonly state: SessionState
  /** Milliseconds since the Unix epoch, by the store's clock. */
  readonly createdAtMs: number
  readonly lastSeenMs: number
  readonly tenant: string
  readonly sub: string
  /** The OAuth client that began the session. */
  readonly client: string
  /** Absent in the one default session of a user and client. */
  readonly name?: string
  /** The departments of the user when the session was last used. */
  readonly departments: readonly string[]
}

/** How a session or user came to be frozen, or was let go again. */
export interface FreezeNote extends Cause {
  readonly state: SessionState
  /** Counts the transitions of this session or user: a greater version is newer. */
  readonly version: number
  /** When the state was entered; milliseconds since the Unix epoch, by the store's clock. */
  readonly atMs: number
}

/** A session with why it is in its state, for administrators. */
export interface SessionReport extends Session {
  /** The last freeze or unfreeze of the session itself; absent where there was none. */
  readonly own?: FreezeNote
  /** The last freeze or unfreeze of its user. */
  readonly user?: FreezeNote
}

/** What is known of a user's sessions. */
export interface UserSessions {
  /** The last freeze or unfreeze of the user; absent where there was none: the user is not frozen. */
  readonly note?: FreezeNote
  /** Sessions that have not ended, frozen ones included. */
  readonly sessions: number
}

export interface SessionQuery {
  readonly tenant?: string | undefined
  /** With `sub`, `tenant` must be given too. */
  readonly sub?: string | undefined
  readonly state?: SessionState | undefined
  /** 1 to 100. */
  readonly limit: number
  /** Only sessions of a smaller number: the `next` of the page before. */
  readonly before?: number | undefined
}

export interface SessionPage {
  /** The newest first. */
  readonly sessions: readonly Session[]
  /** What `before` must be for the next page; absent at the end. A page may hold fewer sessions than asked for. */
  readonly next?: number
}

export interface UserRef {
  readonly tenant: string
  readonly sub: string
}

export interface SessionRef extends UserRef {
  readonly sessionId: number
}

/** Why a state changes and who says so; kept with the state. */
export interface Cause {
  /** 1 to 1,000 characters. */
  readonly reason: string
  /** 1 to 512 characters: who did it. */
  readonly by: string
}

/** What a freeze or unfreeze did. */
export interface Transition {
  /** False where the state was that already; then nothing was written. */
  readonly changed: boolean
  readonly state: SessionState
  /** Counts the transitions of this session or user: a greater version is newer. */
  readonly version: number
  /** When the state was entered; milliseconds since the Unix epoch, by the store's clock. */
  readonly atMs: number
  /** The number in the freeze log under which every gateway hears of it. A repeated freeze is announced again. */
  readonly announcement: number
  /** The gateways that were alive at that moment, or fell silent so lately that they may still have sent, by id. */
  readonly gateways: readonly string[]
  /** False where the store has just begun with nothing, as after the loss of its data: there may be more gateways. */
  readonly allListed: boolean
  /** Sessions of the user that had not ended, or 1 for a single session. */
  readonly sessions: number
}

export interface ResolveRequest {
  readonly principal: Principal
  /** The header `x-session-id`. */
  readonly requested?: string | undefined
}

/**
 * The sessions that all services share. Every method throws `dependency_unavailable` when the store cannot be reached
 * or answers what it should not.
 */
export interface SessionStore {
  /**
   * Finds or begins the session of a request and keeps it from idling out. Without a wish it is the one session of
   * user and client; a number continues exactly that session of the same user; a name stands for a session of that
   * name of user and client.
   * Throws `session_frozen` where the session or its user is frozen, `session_not_permitted` for a number that is not
   * a session of this user (whether it exists is not told), `invalid_request` for a wish that is neither.
   */
  resolve(request: ResolveRequest): Promise<Session>

  /** Looks a session up by its number alone, for administrators, and leaves it untouched. */
  find(id: number): Promise<SessionReport | undefined>

  /** What is known of a user, who need not be known at all. */
  findUser(ref: UserRef): Promise<UserSessions>

  /** Lists sessions that have not ended. Throws `invalid_request` for a query out of bounds. */
  list(query: SessionQuery): Promise<SessionPage>

  /**
   * Freezes one session until it is explicitly unfrozen; it no longer idles out. Undefined where there is no such
   * session. Throws `invalid_request` for a cause out of bounds.
   */
  freeze(ref: SessionRef, cause: Cause): Promise<Transition | undefined>

  /** Ends the freeze of one session, not one of its user. Undefined where there is no such session. */
  unfreeze(ref: SessionRef, cause: Cause): Promise<Transition | undefined>

  /** Freezes all sessions of a user, those to come too, whether the user is known or not. */
  freezeUser(ref: UserRef, cause: Cause): Promise<Transition>

  /** Ends the freeze of a user; sessions that were frozen one by one stay so. */
  unfreezeUser(ref: UserRef, cause: Cause): Promise<Transition>

  /** Resolves when the store can be used. */
  checkReady(): Promise<void>
}
