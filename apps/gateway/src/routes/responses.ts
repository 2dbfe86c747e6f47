import { createRoute } from '@hono/zod-openapi'
import { responseSchema, responsesRequestSchema } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import { deliver } from '../delivery/deliver.ts'
import type { Dependencies } from '../dependencies.ts'
import { continueResponse } from '../kept-responses/continue-response.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { heldResponses } from '../protocols/openai-responses/held-answer.ts'
import { openAiResponses } from '../protocols/openai-responses/parse.ts'
import { asJson } from '../protocols/openai-responses/render-json.ts'
import { asSse } from '../protocols/openai-responses/render-stream.ts'

export const responsesRoute = createRoute({
  method: 'post',
  path: '/v1/responses',
  summary: 'Ask a model for a response',
  description:
    "OpenAI's Responses. Every layer of the pipeline sees the request and the answer; `service_metadata` says what " +
    'happened. Members that are not listed here are passed on to the model endpoint.',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: responsesRequestSchema } } } },
  responses: {
    200: {
      description: 'The response; with `stream: true` its server-sent events.',
      content: {
        'application/json': { schema: responseSchema },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    ...errorResponses([400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504]),
  },
})

/** One request for a response: admitted, sent through the pipeline, delivered. */
export function answerResponses(
  dependencies: AdmissionDependencies & RunDependencies & Pick<Dependencies, 'kept' | 'logger'>,
) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    const admitted = await admit(dependencies, context, openAiResponses, (request, owner, holdBytes) =>
      continueResponse(dependencies, request, owner, holdBytes),
    )
    const running = runAdmitted(dependencies, admitted)
    const delivering = running.then((outcome) => deliver(outcome, admitted, heldResponses(admitted)))
    const render = admitted.origin.request.body.stream ? asSse : asJson
    return await admitted.lifetime.orStopped(render(dependencies, admitted, delivering))
  }
}
