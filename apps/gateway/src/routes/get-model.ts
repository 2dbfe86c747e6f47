import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { anthropicModelSchema, asksAsAnthropic, toAnthropicModel } from '../protocols/anthropic-messages/models.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { findOpenModels, type ModelDependencies, modelSchema } from './open-models.ts'

export const getModelRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/models/{model}',
  summary: 'Show one model that the caller may use',
  request: { params: z.object({ model: z.string() }) },
  responses: {
    200: {
      description: 'The model.',
      content: { 'application/json': { schema: z.union([modelSchema, anthropicModelSchema]) } },
    },
    ...errorResponses([401, 403, 404, 503]),
  },
})

/** Shows one model. The rest of the path is its name, because names such as `mistral/small` hold slashes. */
export function getModel(dependencies: ModelDependencies) {
  return async (context: Context<ServiceEnv>) => {
    const models = await findOpenModels(dependencies, context)
    const name = decodeName(context.req.path.slice('/v1/models/'.length))
    const model = name === undefined ? undefined : models.find(name)
    if (!model) throw new SluiceError({ code: 'model_not_found', param: 'model' })
    return asksAsAnthropic((name) => context.req.header(name))
      ? context.json(toAnthropicModel(model))
      : context.json(model)
  }
}

/** Undefined where the path is not well encoded: no model has such a name. */
function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}
