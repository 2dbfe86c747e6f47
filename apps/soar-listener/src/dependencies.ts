import type { Clock } from '@sluice/contracts'
import type { PolicySource } from '@sluice/policy'
import type { Logger } from '@sluice/service-kit'
import type { FreezeControl, SessionStore } from '@sluice/sessions'
import type { CallerRules } from './callers/authenticate-caller.ts'
import type { ClaimStore } from './claim-store.ts'
import type { UserFinder } from './find-user.ts'
import type { RefusalLog } from './refusal-log.ts'
import type { Transmitters } from './signals/transmitters.ts'

/** What the routes work with; `server.ts` puts it together. Each route picks what it needs. */
export interface Dependencies {
  readonly callers: CallerRules
  readonly policies: PolicySource
  readonly control: FreezeControl
  readonly sessions: Pick<SessionStore, 'find'>
  readonly findUsers: UserFinder
  /** Signed messages by caller and `webhook-id`. */
  readonly messages: ClaimStore
  /** Answers by caller and idempotency key. */
  readonly answers: ClaimStore
  readonly refusedCommands: RefusalLog

  readonly transmitters: Transmitters
  /** Security event tokens by issuer and `jti`. */
  readonly signals: ClaimStore
  readonly refusedSignals: RefusalLog
  /** How old a security event token may be, in milliseconds. */
  readonly maxSignalAgeMs: number

  readonly counts: {
    command(command: string, result: 'changed' | 'unchanged' | 'replayed', elapsedMs: number): void
    signal(event: string, result: 'frozen' | 'ignored' | 'repeated' | 'unknown_subject'): void
  }
  readonly clock: Clock
  readonly logger: Logger
}
