import { createRoute, z } from '@hono/zod-openapi'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { findOpenModels, type ModelDependencies, modelSchema } from './open-models.ts'

export const listModelsRoute = createRoute({
  security: [{ bearer: [] }],
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

/** Lists what this caller may use, in the order of the endpoints. */
export function listModels(dependencies: ModelDependencies) {
  return async (context: Context<ServiceEnv>) => {
    const models = await findOpenModels(dependencies, context)
    return context.json({ object: 'list', data: models.list() })
  }
}
