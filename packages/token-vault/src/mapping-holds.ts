/** Whose mappings are held: all of a user, or those of one session. */
export interface HeldSubject {
  readonly tenant: string
  readonly sub: string
  readonly sessionId?: number | undefined
}

/** Keeps mappings past their time. Every verb rejects with `dependency_unavailable` where the store does. */
export interface MappingHolds {
  /**
   * Keeps what is stored, and what will be, until the hold is released. It can be repeated. Returns of how many
   * sessions something was stored.
   */
  hold(subject: HeldSubject, holdId: string): Promise<number>
  /** Lets it expire after a day, but for what another hold keeps. It can be repeated. */
  release(subject: HeldSubject, holdId: string): Promise<void>
}
