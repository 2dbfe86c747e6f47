import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { Quotas } from './quotas.ts'

/**
 * Opens the quotas of a gateway.
 *
 * @param liveGateways how many gateways share the limits, this one included.
 */
export function openQuotas(
  { config, clock, metrics }: BuildContext<GatewayConfig>,
  liveGateways: () => number,
): Quotas {
  const refused = metrics.counter({
    name: 'sluice_quota_refusals_total',
    help: 'Requests that a quota has refused, by whose quota it was and which.',
    labelNames: ['scope', 'quota'],
  })
  const quotas = new Quotas({
    clock,
    liveGateways,
    maxBodyBytes: config.MAX_BODY_BYTES,
    maxBytesInFlight: config.MAX_BODIES_IN_FLIGHT_BYTES,
    onRefused: (scope, quota) => refused.inc({ scope, quota }),
  })
  metrics.gauge({
    name: 'sluice_bodies_in_flight_bytes',
    help: 'Bytes of request bodies of exchanges that are open.',
    collect() {
      this.set(quotas.bytesInFlight)
    },
  })
  metrics.gauge({
    name: 'sluice_quota_accounts',
    help: 'Users, departments and tenants that have used something in the last minutes.',
    collect() {
      this.set(quotas.accounts)
    },
  })
  return quotas
}
