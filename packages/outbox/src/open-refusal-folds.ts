import { durationMs, integer, type OpenContext } from '@sluice/service-kit/environment'
import type { z } from 'zod'
import type { Outbox } from './redis-outbox.ts'
import { RefusalFolds } from './refusal-folds.ts'

/** The variables of a service that counts refusals. */
export const refusalCountsConfigShape = {
  REFUSALS_WINDOW_MS: durationMs({ min: 100, max: 600_000 })
    .default(10_000)
    .describe(
      'How long refusals of one user with one code are counted before the count is recorded; a crash loses it.',
    ),
  REFUSALS_MAX_FOLDS: integer({ min: 1, max: 1_000_000 })
    .default(10_000)
    .describe(
      'Users and codes whose refusals are counted at a time, up to 3 KB each; beyond, each refusal is recorded.',
    ),
}

/** The same for the gateway, whose layers refuse as well. */
export const refusalConfigShape = {
  ...refusalCountsConfigShape,
  REFUSALS_OWN_RECORDS: integer({ min: 1, max: 1_000_000 })
    .default(10)
    .describe(
      'Refusals of one user with one code for what a request holds (a jailbreak, a policy) that get records of their ' +
        'own before the others are counted, until a window without any.',
    ),
}

type RefusalConfig = z.output<z.ZodObject<typeof refusalCountsConfigShape>> & {
  readonly REFUSALS_OWN_RECORDS?: number
}

/**
 * Opens the folds of a service's refusals. What they have counted is recorded when the service stops.
 *
 * @param service the name in the records of a service that is not the gateway.
 */
export function openRefusalFolds(
  { config, clock, logger, onClose }: OpenContext<RefusalConfig>,
  outbox: Pick<Outbox, 'append'>,
  service?: string,
): RefusalFolds {
  const folds = new RefusalFolds({
    outbox,
    clock,
    windowMs: config.REFUSALS_WINDOW_MS,
    ownRecords: config.REFUSALS_OWN_RECORDS ?? 1,
    maxFolds: config.REFUSALS_MAX_FOLDS,
    ...(service === undefined ? {} : { service }),
    onFailure: (err) => logger.warn({ err }, 'counted refusals could not be recorded yet'),
  })
  onClose('counted refusals', () => folds.close())
  return folds
}
