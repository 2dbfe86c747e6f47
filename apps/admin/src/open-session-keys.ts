import { createSessionKeysRepository, type Database } from '@sluice/db'
import { createSessionKeys, type SessionKeys } from '@sluice/keys'
import type { BuildContext } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import type { AdminConfig } from './config.ts'
import { openSweep } from './workers/retention.ts'

/** A service that starts has other work. */
const FIRST_SWEEP_MS = 60_000
/** Only drills begin keys here, for what is kept for so long. */
const DRILL_KEPT_MS = 14_400_000

/** Opens the keys of sessions, and drops those that nothing needs any more. Undefined without a key ring. */
export function openSessionKeys(
  context: BuildContext<AdminConfig>,
  database: Database,
  keyRing: KeyRing | undefined,
): SessionKeys | undefined {
  const repository = createSessionKeysRepository(database)
  openSweep(context, {
    name: 'keys of sessions',
    metric: {
      name: 'sluice_session_keys_dropped_total',
      help: 'Keys of sessions that were dropped because nothing sealed with them is kept any more.',
    },
    firstAfterMs: FIRST_SWEEP_MS,
    drop: () => repository.dropBefore(new Date(context.clock.nowMs())),
  })
  return keyRing && createSessionKeys({ repository, keyRing, clock: context.clock, keptMs: DRILL_KEPT_MS })
}
