import { z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import { refusalOfUser } from '@sluice/policy'
import { mayInvoke } from '../admission/run-admitted.ts'
import type { Dependencies } from '../dependencies.ts'

export const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().describe('Seconds since the Unix epoch; 0, because endpoints do not tell.'),
  owned_by: z.string().describe('The first endpoint that serves the model.'),
})

export type Model = z.infer<typeof modelSchema>

export type ModelDependencies = Pick<Dependencies, 'authenticator' | 'endpoints' | 'policies' | 'sessions' | 'users'>

/**
 * The models that a caller may use, in the order of the endpoints.
 *
 * @throws SluiceError as the authenticator does, `user_not_active`, `session_frozen`.
 */
export async function findOpenModels(
  { authenticator, endpoints, policies, sessions, users }: ModelDependencies,
  authorization: string | undefined,
): Promise<Model[]> {
  const principal = await authenticator.authenticate(authorization)
  const [user, { note }] = await Promise.all([
    users.find(principal.tenant, principal.sub),
    sessions.findUser(principal),
  ])
  const refusal = refusalOfUser(user, note?.state === 'frozen')
  if (refusal !== undefined) throw new SluiceError(refusal)
  const policy = policies.current(principal.tenant)
  const open = new Map<string, Model>()
  for (const { name, models } of endpoints) {
    for (const id of models) {
      if (open.has(id) || !mayInvoke(policy, principal, id)) continue
      open.set(id, { id, object: 'model', created: 0, owned_by: name })
    }
  }
  return [...open.values()]
}
