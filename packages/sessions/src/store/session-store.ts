import type { Principal } from '@sluice/contracts'

export type SessionState = 'active' | 'frozen'

export interface Session {
  /** A positive safe integer that no other session ever gets. */
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

/** A session that a request runs in. */
export interface OpenSession extends Session {
  /** Random and sealed, made with the session and never given to another one. Nobody but a gateway reads it. */
  readonly secret: string
}

/** The result of the last freeze or unfreeze of a session or user: the state, who set it, when and why. */
export interface FreezeState {
  readonly state: SessionState
  /** Counts the freezes and unfreezes of this session or user: a greater version is newer. */
  readonly version: number
  /** When the state was entered; milliseconds since the Unix epoch, by the store's clock. */
  readonly atMs: number
  /** 1 to 1,000 characters. */
  readonly reason: string
  /** Who set it; 1 to 512 characters. */
  readonly by: string
}

/** A session and the reasons for its state, for administrators. */
export interface SessionReport extends Session {
  /** Absent where the session itself was never frozen. */
  readonly ownFreezeState?: FreezeState
  /** Absent where its user was never frozen. */
  readonly userFreezeState?: FreezeState
}

/** What the store knows of a user. */
export interface UserSessions {
  /** Absent where the user was never frozen; then the user is active. */
  readonly freezeState?: FreezeState
  /** Sessions that have not ended, frozen ones included. */
  readonly sessions: number
}

/** Which gateways have confirmed the last freeze or unfreeze of a user. */
interface Acknowledged {
  /** The ids of those that have, in order. */
  readonly acknowledged: readonly string[]
  /** Those that may send and have not; each stops by itself when its lease runs out. */
  readonly missing: readonly string[]
}

interface FrozenUsersQuery {
  readonly tenant: string
  /** 1 to 100. */
  readonly limit: number
  /** Only subjects behind this one: the last of the page before. */
  readonly after?: string | undefined
}

/** A gateway, or a worker, and its lease. */
export interface GatewayLease {
  readonly id: string
  /** Whether it answers callers, or carries out what was approved. */
  readonly kind: 'gateway' | 'worker'
  /** Whether it may send. */
  readonly isAlive: boolean
  /** When it last confirmed that every freeze from before is in force there, by how long ago, in milliseconds. */
  readonly confirmedMsAgo: number
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

/** What a user does through one client. */
export interface ClientRef extends UserRef {
  readonly client: string
}

export interface ResolveRequest {
  readonly principal: Principal
  /** The header `x-session-id`. */
  readonly requested?: string | undefined
}

/**
 * The sessions that all services share. It can read who is frozen, not change it: only `FreezeControl` does that.
 * Every method throws `dependency_unavailable` where the store cannot be reached or its reply is malformed.
 */
export interface SessionStore {
  /**
   * Finds or begins the session of a request and restarts its idle time. Without a requested session it is the one
   * session of user and client; a number continues exactly that session of the same user; a name stands for the
   * session of that name of user and client.
   * Throws `session_frozen` where the session or its user is frozen, `token_invalid` where the client was revoked,
   * `session_not_permitted` for a number that is not a session of this user (the error does not say whether it
   * exists), `invalid_request` for a malformed header.
   */
  resolve(request: ResolveRequest): Promise<OpenSession>

  /** Finds a session by its number alone, for administrators, and leaves its idle time as it is. */
  find(id: number): Promise<SessionReport | undefined>

  /** Reads the sessions and the freeze state of a user, who may be unknown. */
  findUser(ref: UserRef): Promise<UserSessions>

  /** The subjects who are frozen, in the order of their bytes. Throws `invalid_request` for a limit out of range. */
  frozenUsers(query: FrozenUsersQuery): Promise<string[]>

  /** How many users of a tenant are frozen. */
  countFrozenUsers(tenant: string): Promise<number>

  /**
   * Which gateways have confirmed the last freeze or unfreeze of a user. Undefined where that was more than a minute
   * ago, or never: what they said is not kept for longer.
   */
  acknowledgements(ref: UserRef): Promise<Acknowledged | undefined>

  /**
   * The gateways with a lease, and those whose lease has run out in the last minute; the freshest come first, 500 at
   * most.
   */
  leases(): Promise<readonly GatewayLease[]>

  /** Resolves where a user who comes through this client may go on. Throws `session_frozen`, `token_invalid`. */
  requireUnstopped(ref: ClientRef): Promise<void>

  /** Lists sessions that have not ended. Throws `invalid_request` for a query out of bounds. */
  list(query: SessionQuery): Promise<SessionPage>

  /** Resolves when the store can be used. */
  checkReady(): Promise<void>
}
