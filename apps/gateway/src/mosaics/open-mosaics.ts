import { MosaicMemory } from '@sluice/mosaic'
import { createRedisMosaics } from '@sluice/mosaic/redis'
import type { Outbox } from '@sluice/outbox'
import type { Mosaics } from '@sluice/pipeline/ports'
import type { CommandBatcher } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import type { GatewayConfig } from '../config.ts'
import { MosaicExchange } from './mosaic-exchange.ts'

interface MosaicParts {
  readonly commands: CommandBatcher
  readonly outbox: Pick<Outbox, 'append'>
  readonly keyRing: KeyRing
}

/** Opens the mosaics of a gateway; undefined where none is looked for. */
export function openMosaics(
  { config, clock, logger, metrics, onClose }: BuildContext<GatewayConfig>,
  { commands, outbox, keyRing }: MosaicParts,
): Mosaics | undefined {
  const bound = config.MOSAIC_ANONYMITY_BOUND
  if (bound === 0) return undefined
  const found = metrics.counter({
    name: 'sluice_mosaics_found_total',
    help: 'Sessions, and days of users, in which so much was told of one person that few people fit.',
    labelNames: ['scope'],
  })
  const digest = (tenant: string, text: string) => keyRing.digest(tenant, text)
  const memory = new MosaicMemory({ bound, digest })
  const exchange = new MosaicExchange({
    ...{ memory, shared: createRedisMosaics(commands), outbox, clock, bound, digest },
    onFound: (scope) => found.inc({ scope }),
    onFailure: (err) => logger.warn({ err }, 'a mosaic could not be told yet'),
  })
  exchange.start()
  onClose('mosaics', () => exchange.close())
  return memory
}
