import type { SensitivityTile } from '@sluice/contracts'
import type { PolicyDecision } from '@sluice/policy'
import type { Exchange } from '../layer.ts'
import type { ModelEndpoint } from '../ports/model-endpoint.ts'

/** What text can be sent to: a model endpoint, a tool server, a recognizer outside the gateway or a guard model. */
type Destination = Pick<ModelEndpoint, 'name' | 'permittedLevel' | 'providerKind' | 'region' | 'retentionDays'>

/** Asks the policy whether a destination may see data of this sensitivity, for this caller. */
export function decideOnRoute(
  { name: endpoint, permittedLevel, providerKind, region, retentionDays }: Destination,
  tile: SensitivityTile,
  { origin, runtime }: Pick<Exchange, 'origin' | 'runtime'>,
): PolicyDecision {
  return runtime.policy.decide({
    principal: origin.principal,
    action: 'route-to-endpoint',
    resource: { endpoint, permittedLevel, providerKind, region, retentionDays },
    context: { tile },
  })
}
