import type { Database } from '@sluice/db'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { openStoredPolicies, permissionsOf } from '@sluice/policy-store'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from './config.ts'

/** Opens the policies of the gateway, stored ones included, with a metric of how many decisions come from memory. */
export async function openPolicies(context: BuildContext<GatewayConfig>, database: Database) {
  const { config, clock, metrics } = context
  const policies = createCedarPolicies(
    {
      ...permissionsOf(config),
      jailbreak: config.JAILBREAK_THRESHOLDS,
      quotas: config.QUOTAS,
    },
    { clock },
  )
  metrics.counter({
    name: 'sluice_policy_decisions_total',
    help: 'Decisions of the policy: remembered, evaluated, or failed, that is, refused because the engine gave no answer.',
    labelNames: ['source'],
    collect() {
      const { remembered, evaluated, failed } = policies.counts()
      this.reset()
      this.inc({ source: 'remembered' }, remembered)
      this.inc({ source: 'evaluated' }, evaluated - failed)
      this.inc({ source: 'failed' }, failed)
    },
  })
  const readings = await openStoredPolicies(context, database, policies)
  return { policies, checkReady: () => readings.checkReady() }
}
