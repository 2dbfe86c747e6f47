import type { CommandBatcher } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { createRedisLeaseStore } from './lease-store.ts'
import { Spendings } from './spendings.ts'

/**
 * Opens the budgets of a gateway. What it has leased and not spent is given back when it stops.
 *
 * @param liveGateways how many gateways share the limits, this one included.
 */
export function openSpendings(
  { clock, metrics, onClose }: BuildContext<GatewayConfig>,
  commands: CommandBatcher,
  liveGateways: () => number,
): Spendings {
  const refused = metrics.counter({
    name: 'sluice_spending_refusals_total',
    help: 'Requests that a limit on tokens or money has refused, by whose limit it was and which.',
    labelNames: ['scope', 'limit'],
  })
  const spendings = new Spendings({
    ...{ clock, leases: createRedisLeaseStore(commands), liveGateways },
    onRefused: ({ scope, limit }) => refused.inc({ scope, limit }),
  })
  onClose('budgets', () => spendings.close())
  return spendings
}
