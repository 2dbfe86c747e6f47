import type { Clock } from '@sluice/contracts'
import type { Logger } from '@sluice/service-kit'
import type { FreezeControl } from '@sluice/sessions'
import type { CallerRules } from './callers/authenticate-caller.ts'
import type { CommandTools } from './commands/carry-out.ts'
import type { UserFinder } from './find-user.ts'
import type { Once } from './once.ts'
import type { Refusals } from './refusals.ts'
import type { Transmitters } from './signals/transmitters.ts'

/** What the routes work with. `server.ts` puts it together. */
export interface SoarListener {
  readonly callers: CallerRules
  readonly tools: CommandTools
  /** Signed messages by caller and `webhook-id`. */
  readonly messages: Once
  /** Answers by caller and idempotency key. */
  readonly answers: Once
  readonly refusedCommands: Refusals

  readonly transmitters: Transmitters
  readonly control: FreezeControl
  readonly findUsers: UserFinder
  /** Security event tokens by issuer and `jti`. */
  readonly signals: Once
  readonly refusedSignals: Refusals
  /** How old a security event token may be, in milliseconds. */
  readonly maxSignalAgeMs: number

  readonly counts: {
    command(command: string, result: 'changed' | 'unchanged' | 'replayed', elapsedMs: number): void
    signal(event: string, result: 'frozen' | 'ignored' | 'repeated' | 'unknown_subject'): void
  }
  readonly clock: Clock
  readonly logger: Logger
}
