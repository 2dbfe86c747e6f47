import type { Principal, Refusal } from '@sluice/contracts'
import { findServing, type ModelRequestKind, type Outcome } from '@sluice/pipeline'
import { type PolicySnapshot, refusalOfUser } from '@sluice/policy'
import type { KeyGrant } from '../api-keys/api-keys.ts'
import { permitsModel } from '../api-keys/permits-model.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestObservation } from '../observation/request-observer.ts'
import type { Admitted } from './admit.ts'
import { NO_SUCH_TOOL_SERVER, refusalOfTool } from './may-call.ts'

export type RunDependencies = Pick<Dependencies, 'apiKeys' | 'pipeline' | 'users'>

/** What of an admitted request goes on. */
type AdmittedToRun = Pick<Admitted, 'origin' | 'runtime'> & {
  readonly observation: Pick<RequestObservation, 'permitted'>
}

/**
 * Sends a request through the pipeline if its model is open to the caller: an endpoint serves it, and the policy
 * permits it under the name that the caller used. Any other request leaves only its evidence.
 *
 * Rejects as the pipeline and the Users store do.
 */
export async function runAdmitted(
  { apiKeys, pipeline, users }: RunDependencies,
  { origin, runtime, observation }: AdmittedToRun,
): Promise<Outcome> {
  const { principal, request } = origin
  const { model } = request.body
  const refusal = refusalOf(runtime.policy, origin, apiKeys.grantOf(principal))
  const isServed = findServing(runtime.endpoints.endpoints, request.kind, model).length > 0
  if (refusal === undefined && isServed) {
    observation.permitted(model)
    return await pipeline.run(origin, runtime)
  }
  // No layer sees the request, so the user is looked up here: one who is not active is refused as for any other model.
  const inactive = refusalOfUser(await users.find(principal.tenant, principal.sub))
  return await pipeline.refuse(inactive ?? refusal ?? notOpen(request.kind), origin, runtime)
}

/** Why the policy does not let the caller ask this; undefined where it does. */
function refusalOf(
  policy: PolicySnapshot,
  { principal, request }: AdmittedToRun['origin'],
  grant: KeyGrant | undefined,
): Refusal | undefined {
  if (request.kind === 'tool-call') return refusalOfTool(policy, principal, request.body, grant)
  return mayInvoke(policy, principal, request.body.model, grant) ? undefined : notOpen(request.kind)
}

/** The same whether the model or the server exists or not, so that nobody learns names from it. */
function notOpen(kind: ModelRequestKind): Refusal {
  return kind === 'tool-call' ? NO_SUCH_TOOL_SERVER : { code: 'model_not_found', param: 'model' }
}

/**
 * Tells whether the caller may use a model, under the very name that the caller used.
 *
 * @param grant of the caller's API key, which narrows what its owner may.
 */
export function mayInvoke(policy: PolicySnapshot, principal: Principal, model: string, grant?: KeyGrant): boolean {
  if (!permitsModel(grant, model)) return false
  return policy.decide({ principal, action: 'invoke-model', resource: { model } }).effect === 'permit'
}
