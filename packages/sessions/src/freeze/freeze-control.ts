import type { ControlRecord } from '@sluice/contracts'
import type { ClientRef, SessionRef, UserRef } from '../store/session-store.ts'
import type { Durable } from './durability.ts'
import type { Transition } from './freeze-writer.ts'

/** Who orders a freeze or unfreeze, and why. Kept with the state and in the audit record. */
export interface FreezeOrder {
  /** 1 to 1,000 characters. */
  readonly reason: string
  /** `user:SUB`, `soar:KEY`, `ssf:ISSUER` or `directory:NAME`; 1 to 512 characters. */
  readonly actor: string
  readonly incidentId?: string | undefined
  readonly requestId?: string | undefined
}

/** What a freeze or unfreeze did, and which gateways have acknowledged it. */
export interface FreezeReport extends Pick<Transition, 'changed' | 'state' | 'version' | 'atMs' | 'sessions'> {
  readonly gateways: {
    /**
     * Gateways that were alive when the state changed, or that may still send after their lease has run out. 0 where
     * nothing has changed that they would have to confirm.
     */
    readonly alive: number
    /** How many of those have acknowledged that nothing of the user runs there any more. */
    readonly acknowledged: number
    /** The ids of the others. Each stops by itself when its lease runs out. */
    readonly missing: readonly string[]
  }
  /** From the call to the last acknowledgement, or to the end of the wait, in milliseconds. */
  readonly elapsedMs: number
  /** Of a freeze: how safe it is where the primary Redis is lost. */
  readonly durable?: Durable
  /** False where the state has changed and the outbox does not have the record yet; the failure is in the log. */
  readonly recorded: boolean
}

/**
 * The only way to freeze or unfreeze: it changes the state, waits for the gateways to acknowledge, and writes the audit
 * record. A freeze takes effect even where its record cannot be written; an unfreeze that cannot be recorded does not
 * take place (`audit_unavailable`). All methods throw `dependency_unavailable` where Redis fails and `invalid_request`
 * for an order out of bounds. A freeze that throws may have taken effect, also later: its record is kept with it in one
 * step, and a process that can freeze moves it to the outbox, even where this one has died.
 */
export interface FreezeControl {
  /** Freezes all sessions of a user, later ones included, whether the user is known or not. */
  freezeUser(ref: UserRef, order: FreezeOrder): Promise<FreezeReport>
  /** Ends the freeze of a user. Sessions that were frozen one by one stay frozen. */
  unfreezeUser(ref: UserRef, order: FreezeOrder): Promise<FreezeReport>
  /** Freezes one session, which no longer ends by itself. Undefined where there is no such session. */
  freezeSession(ref: SessionRef, order: FreezeOrder): Promise<FreezeReport | undefined>
  /** Ends the freeze of one session, not that of its user. Undefined where there is no such session. */
  unfreezeSession(ref: SessionRef, order: FreezeOrder): Promise<FreezeReport | undefined>
  /**
   * Revokes an API key, as the client of its user, for good: what runs through it ends at every gateway as by a freeze.
   *
   * @param details stand in the record.
   */
  revokeClient(ref: ClientRef, order: FreezeOrder, details: ControlRecord['details']): Promise<FreezeReport>
  /**
   * Has every gateway look up an API key again, as the client of its user, once what it permits was changed and stored.
   * Nothing is stopped, and nothing is recorded: that is for who has changed it.
   */
  announceClient(ref: ClientRef): Promise<Pick<FreezeReport, 'gateways' | 'elapsedMs'>>
  close(): void
}
