import type { Principal, Refusal } from '@sluice/contracts'
import { findServing, type Outcome } from '@sluice/pipeline'
import { type PolicySnapshot, refusalOfUser } from '@sluice/policy'
import type { KeyGrant } from '../api-keys/api-keys.ts'
import { permitsModel } from '../api-keys/permits-model.ts'
import type { Dependencies } from '../dependencies.ts'
import type { RequestObservation } from '../observation/request-observer.ts'
import type { Admitted } from './admit.ts'

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
  const mayUse = mayInvoke(runtime.policy, principal, model, apiKeys.grantOf(principal))
  const isOpen = mayUse && findServing(runtime.endpoints.endpoints, request.kind, model).length > 0
  if (isOpen) {
    observation.permitted(model)
    return await pipeline.run(origin, runtime)
  }
  return await pipeline.refuse(await refusalOfModel(users, principal), origin, runtime)
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

/**
 * Words the refusal of a model that is not open to this caller. It is the same whether the model exists or not, so that
 * nobody learns names from it. No layer sees the request, so the user is looked up here: a user who is not active is
 * refused as for any other model.
 */
async function refusalOfModel(users: Dependencies['users'], { tenant, sub }: Principal): Promise<Refusal> {
  const inactive = refusalOfUser(await users.find(tenant, sub))
  return inactive ?? { code: 'model_not_found', param: 'model' }
}
