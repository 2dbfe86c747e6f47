import { createRoute, z } from '@hono/zod-openapi'
import { responseSchema, SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import type { RestoreDependencies } from '../delivery/restore-for-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { findKept } from '../kept-responses/find-kept.ts'
import { restoreKept } from '../kept-responses/restore-kept.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'

export const retrieveResponseRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/responses/{response_id}',
  summary: 'Fetch a response that is kept',
  description:
    'For the caller who got it, with the values that the policy of now lets the caller see. A response is kept for ' +
    '`STATE_MAP_TTL_MS` unless its request says `store: false`; its `store` says whether it is.',
  request: { params: z.object({ response_id: z.string() }) },
  responses: {
    200: { description: 'The response.', content: { 'application/json': { schema: responseSchema } } },
    ...errorResponses([400, 401, 403, 404, 429, 502, 503]),
  },
})

type RetrieveDependencies = CallerDependencies & RestoreDependencies & Pick<Dependencies, 'kept' | 'keyRing'>

/** Shows a kept response to whoever got it. */
export function retrieveResponse(dependencies: RetrieveDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', openAiResponses.renderError)
    const caller = await requireKnownCaller(dependencies, context, openAiResponses.credentials)
    if (context.req.query('stream') === 'true') {
      const message = 'A kept response is not streamed again. Ask for it whole.'
      throw new SluiceError({ code: 'invalid_request', message, param: 'stream' })
    }
    const id = context.req.param('response_id') ?? ''
    const kept = await findKept(dependencies, caller.principal, id)
    if (kept === undefined) throw noSuchResponse()
    const { response, metadata } = await restoreKept(dependencies, context, caller, kept, noSuchResponse())
    return jsonResponse({ ...response, service_metadata: metadata }, {})
  }
}

/** What belongs to somebody else seems not to exist. */
export function noSuchResponse(): SluiceError {
  const message = 'There is no such response, or it is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'response_id' })
}
