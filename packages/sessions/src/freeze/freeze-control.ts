import type { SessionRef, Transition, UserRef } from '../store/session-store.ts'

/** Who orders it and why; kept with the state and in the audit record. */
export interface Order {
  /** 1 to 1,000 characters. */
  readonly reason: string
  /** `user:SUB`, `soar:KEY`, `ssf:ISSUER` or `directory:NAME`; 1 to 512 characters. */
  readonly actor: string
  readonly incidentId?: string | undefined
  readonly requestId?: string | undefined
}

/** What a freeze or unfreeze did, and who has confirmed it. */
export interface FreezeReport extends Pick<Transition, 'changed' | 'state' | 'version' | 'atMs' | 'sessions'> {
  readonly gateways: {
    /** Gateways that were alive when the state changed, or fell silent so lately that they may still have sent. */
    readonly alive: number
    /** Of those, how many have confirmed that nothing of the user runs there any more. */
    readonly acknowledged: number
    /** The ids of those that have not; each stops by itself when its lease runs out, or has done so by now. */
    readonly missing: readonly string[]
  }
  /** From the call to the last acknowledgement, or to the end of the wait, in milliseconds. */
  readonly elapsedMs: number
  /** False where the state has changed but the audit record could not be written; that is in the log. */
  readonly recorded: boolean
}

/**
 * Freezes and frees, waits for the gateways to confirm, and leaves the audit record. A freeze takes effect even where
 * its record cannot be written; an unfreeze that cannot be recorded does not take place (`audit_unavailable`). All
 * throw `dependency_unavailable` where the session store fails and `invalid_request` for an order out of bounds.
 */
export interface FreezeControl {
  freezeUser(ref: UserRef, order: Order): Promise<FreezeReport>
  unfreezeUser(ref: UserRef, order: Order): Promise<FreezeReport>
  /** Undefined where there is no such session. */
  freezeSession(ref: SessionRef, order: Order): Promise<FreezeReport | undefined>
  unfreezeSession(ref: SessionRef, order: Order): Promise<FreezeReport | undefined>
  close(): void
}
