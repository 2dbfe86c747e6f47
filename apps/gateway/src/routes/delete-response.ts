import { createRoute, z } from '@hono/zod-openapi'
import { keptKeyOf } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import type { Dependencies } from '../dependencies.ts'
import { findKept } from '../kept-responses/find-kept.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { noSuchResponse } from './retrieve-response.ts'

const deletedSchema = z.object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) })

export const deleteResponseRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'delete',
  path: '/v1/responses/{response_id}',
  summary: 'Forget a response that is kept',
  description: 'Responses that continue it keep what they hold of it. The records of it stay.',
  request: { params: z.object({ response_id: z.string() }) },
  responses: {
    200: { description: 'It is forgotten.', content: { 'application/json': { schema: deletedSchema } } },
    ...errorResponses([401, 403, 404, 429, 503]),
  },
})

/** Forgets a kept response for whoever got it. */
export function deleteResponse(
  dependencies: CallerDependencies & Pick<Dependencies, 'kept' | 'keyRing' | 'sessionKeys'>,
) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', openAiResponses.renderError)
    const caller = await requireKnownCaller(dependencies, context, openAiResponses)
    const { principal } = caller
    const id = context.req.param('response_id') ?? ''
    // Only what is kept says of which model it is.
    const isLimited = dependencies.apiKeys.grantOf(principal)?.models !== undefined
    if (isLimited && (await findKept(dependencies, caller, id)) === undefined) throw noSuchResponse()
    if (!(await dependencies.kept.forget(keptKeyOf(principal, id)))) throw noSuchResponse()
    return jsonResponse({ id, object: 'response', deleted: true }, {})
  }
}
