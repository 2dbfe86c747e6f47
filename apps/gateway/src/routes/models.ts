import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Gateway } from '../gateway.ts'
import { errorResponses } from '../wire/error-responses.ts'

const modelSchema = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int().describe('Seconds since the Unix epoch; 0, because endpoints do not tell.'),
  owned_by: z.string().describe('The first endpoint that serves the model.'),
})

type Model = z.infer<typeof modelSchema>

const shared = { security: [{ bearer: [] }] }

export const listModelsRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/v1/models',
  summary: 'List the models that the caller may use',
  responses: {
    200: {
      description: 'The models.',
      content: { 'application/json': { schema: z.object({ object: z.literal('list'), data: z.array(modelSchema) }) } },
    },
    ...errorResponses([401, 403, 503]),
  },
})

export const getModelRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/v1/models/{model}',
  summary: 'Show one model that the caller may use',
  request: { params: z.object({ model: z.string() }) },
  responses: {
    200: { description: 'The model.', content: { 'application/json': { schema: modelSchema } } },
    ...errorResponses([401, 403, 404, 503]),
  },
})

/** Lists what this caller may use, in the order of the endpoints. */
export function listModels(gateway: Gateway) {
  return async (context: Context<ServiceEnv>) =>
    context.json({ object: 'list', data: await modelsOpenTo(gateway, context.req.header('authorization')) })
}

/** Shows one model. The rest of the path is its name, because names such as `mistral/small` hold slashes. */
export function getModel(gateway: Gateway) {
  return async (context: Context<ServiceEnv>) => {
    const models = await modelsOpenTo(gateway, context.req.header('authorization'))
    const id = decodeURIComponent(context.req.path.slice('/v1/models/'.length))
    const model = models.find((one) => one.id === id)
    if (!model) throw new SluiceError({ code: 'model_not_found', param: 'model' })
    return context.json(model)
  }
}

async function modelsOpenTo(gateway: Gateway, authorization: string | undefined): Promise<Model[]> {
  const principal = await gateway.authenticator.authenticate(authorization)
  const user = await gateway.users.find(principal.tenant, principal.sub)
  if (!user?.active) throw new SluiceError('user_not_active')
  const { note } = await gateway.sessions.findUser(principal)
  if (note?.state === 'frozen') throw new SluiceError('session_frozen')
  const policy = gateway.policies.current(principal.tenant)
  const open = new Map<string, Model>()
  for (const { name, models } of gateway.endpoints) {
    for (const id of models) {
      if (open.has(id) || !policy.mayUseModel(principal, id)) continue
      open.set(id, { id, object: 'model', created: 0, owned_by: name })
    }
  }
  return [...open.values()]
}
