import { createRoute, z } from '@hono/zod-openapi'
import { responseSchema, SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { findHeld, heldThingOf, type RestoreDependencies, whileOpen } from '../approvals/restore-answer.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import type { RestoringCaller } from '../delivery/restore-for-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import { type FoundResponse, findKept } from '../kept-responses/find-kept.ts'
import { recordIdOf } from '../kept-responses/response-id.ts'
import { restoreKept } from '../kept-responses/restore-kept.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { heldResponse } from '../protocols/openai-responses/held-answer.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { lastEventOf } from '../protocols/openai-responses/render-json.ts'
import { responseOf } from '../protocols/openai-responses/response-object.ts'

export const retrieveResponseRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/responses/{response_id}',
  summary: 'Fetch a response that is kept',
  description:
    'For the caller who got it, with the values that the policy of now lets the caller see. A response is kept for ' +
    '`STATE_MAP_TTL_MS` unless its request says `store: false`; its `store` says whether it is. While a request waits for a human it is the response that the ' +
    'request got; then the real one, under the same id.',
  request: { params: z.object({ response_id: z.string() }) },
  responses: {
    200: { description: 'The response.', content: { 'application/json': { schema: responseSchema } } },
    ...errorResponses([400, 401, 403, 404, 429, 502, 503]),
  },
})

type RetrieveDependencies = CallerDependencies & RestoreDependencies & Pick<Dependencies, 'kept'>

/** Shows a kept response to whoever got it. */
export function retrieveResponse(dependencies: RetrieveDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', openAiResponses.renderError)
    const caller = await requireKnownCaller(dependencies, context, openAiResponses)
    if (context.req.query('stream') === 'true') {
      const message = 'A kept response is not streamed again. Ask for it whole.'
      throw new SluiceError({ code: 'invalid_request', message, param: 'stream' })
    }
    const id = context.req.param('response_id') ?? ''
    const kept = await findKept(dependencies, caller, id)
    const found =
      kept === undefined
        ? await heldOrAnswered(dependencies, context, caller, id)
        : await keptOrApproved(dependencies, context, caller, kept)
    return jsonResponse({ ...found.response, service_metadata: found.metadata }, {})
  }
}

/**
 * A response that is kept for being continued. Where a human had approved its request, the approval tells what was
 * found in it, as on other wires, for as long as it keeps the answer.
 */
async function keptOrApproved(
  dependencies: RetrieveDependencies,
  context: Context<ServiceEnv>,
  caller: RestoringCaller,
  kept: FoundResponse,
) {
  const { approvalId } = kept
  const restored = async () => await restoreKept(dependencies, context, caller, kept, noSuchResponse())
  if (approvalId === undefined) return await restored()
  try {
    return await heldOrAnswered(dependencies, context, caller, kept.response.id)
  } catch (error) {
    if (!(error instanceof SluiceError && error.code === 'not_found')) throw error
    const { response, metadata } = await restored()
    return { response, metadata: { ...metadata, approval_id: approvalId } }
  }
}

/** What became of a request that waited for a human. */
async function heldOrAnswered(
  dependencies: RetrieveDependencies,
  context: Context<ServiceEnv>,
  caller: RestoringCaller,
  responseId: string,
) {
  const asked = { approvalId: recordIdOf(responseId), kind: 'responses', notFound: noSuchResponse() } as const
  const found = await findHeld(dependencies, context, caller, asked)
  const { approval, metadata } = found
  if (found.type === 'waiting') {
    const { id: approvalId, createdAtMs, subject } = approval
    const created = Math.floor(createdAtMs / 1_000)
    return { response: heldResponse({ ...subject, what: heldThingOf(subject), approvalId, created }), metadata }
  }
  const event = await whileOpen(dependencies, approval, lastEventOf(found.answer))
  return { response: responseOf(event), metadata }
}

/** What belongs to somebody else seems not to exist. */
export function noSuchResponse(): SluiceError {
  const message = 'There is no such response, or it is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'response_id' })
}
