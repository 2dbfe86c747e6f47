import { createRoute, z } from '@hono/zod-openapi'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { anthropicModelsSchema, asksAsAnthropic, toAnthropicModels } from '../protocols/anthropic-messages/models.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { findOpenModels, type ModelDependencies, modelSchema } from './open-models.ts'

export const listModelsRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/models',
  summary: 'List the models that the caller may use',
  description: 'In Anthropic’s form where the request has the header `anthropic-version`.',
  responses: {
    200: {
      description: 'The models.',
      content: {
        'application/json': {
          schema: z.union([z.object({ object: z.literal('list'), data: z.array(modelSchema) }), anthropicModelsSchema]),
        },
      },
    },
    ...errorResponses([401, 403, 503]),
  },
})

/** Lists what this caller may use, in the order of the endpoints. */
export function listModels(dependencies: ModelDependencies) {
  return async (context: Context<ServiceEnv>) => {
    const models = await findOpenModels(dependencies, context)
    return asksAsAnthropic((name) => context.req.header(name))
      ? context.json(toAnthropicModels(models.list()))
      : context.json({ object: 'list', data: models.list() })
  }
}
