import { createBreakGlassRepository, type Database } from '@sluice/db'
import type { SessionKeys } from '@sluice/keys'
import type { Outbox } from '@sluice/outbox'
import type { CommandBatcher } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import { createRedisStateMap } from '@sluice/token-vault/redis'
import type { AdminConfig } from '../config.ts'
import { createBreakGlass, type IsActive } from './break-glass.ts'

interface Parts {
  readonly commands: CommandBatcher
  readonly database: Database
  readonly outbox: Outbox
  readonly isActive: IsActive
  readonly keyRing: KeyRing | undefined
  readonly sessionKeys: SessionKeys | undefined
}

/** This service writes the synthetic values of drills only: they outlive the longest request, and are few. */
const DRILL_BOUNDS = {
  ttlMs: 7_200_000,
  maxSessionBytes: 65_536,
  maxUserBytes: 33_554_432,
  maxBytes: 2_147_483_648,
}

/** Puts break-glass together, with a metric of the last drill that succeeded. */
export function composeBreakGlass(
  { clock, logger, metrics }: BuildContext<AdminConfig>,
  { commands, database, outbox, isActive, keyRing, sessionKeys }: Parts,
) {
  const repository = createBreakGlassRepository(database)
  metrics.gauge({
    name: 'sluice_break_glass_last_drill_timestamp_seconds',
    help: 'When a break-glass drill last succeeded, in seconds since the Unix epoch, by tenant.',
    labelNames: ['tenant'],
    async collect() {
      try {
        for (const [tenant, atMs] of await repository.lastProven()) this.set({ tenant }, atMs / 1_000)
      } catch (err) {
        logger.warn({ err }, 'the last break-glass drill cannot be read')
      }
    },
  })
  const breakGlass = createBreakGlass({
    ...{ repository, outbox, isActive, clock },
    ...{ keyRing, sessionKeys },
    stateMap: createRedisStateMap(commands, DRILL_BOUNDS),
    onError: (err) => logger.warn({ err }, 'a refusal could not be recorded'),
  })
  return { breakGlass, breakGlassGrants: repository }
}
