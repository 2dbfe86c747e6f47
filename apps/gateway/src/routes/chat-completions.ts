import { createRoute } from '@hono/zod-openapi'
import { chatRequestSchema, completionSchema } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import { deliver } from '../delivery/deliver.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { heldChat } from '../protocols/openai-chat/held-answer.ts'
import { openAiChat } from '../protocols/openai-chat/parse.ts'
import { asJson } from '../protocols/openai-chat/render-json.ts'
import { asSse } from '../protocols/openai-chat/render-stream.ts'

export const chatCompletionsRoute = createRoute({
  method: 'post',
  path: '/v1/chat/completions',
  summary: 'Ask a model',
  description:
    'OpenAI-compatible. Every layer of the pipeline sees the request and the answer; `service_metadata` says what ' +
    'happened. Members that are not listed here are passed on to the model endpoint.',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: chatRequestSchema } } } },
  responses: {
    200: {
      description: 'The completion; with `stream: true` as server-sent events.',
      content: {
        'application/json': { schema: completionSchema },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    ...errorResponses([400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504]),
  },
})

/** One chat request: admitted, sent through the pipeline, delivered. */
export function answerChat(dependencies: AdmissionDependencies & RunDependencies & Pick<Dependencies, 'logger'>) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    const admitted = await admit(dependencies, context, openAiChat)
    const running = runAdmitted(dependencies, admitted)
    const delivering = running.then((outcome) => deliver(outcome, admitted, heldChat(admitted)))
    const render = admitted.origin.request.body.stream ? asSse : asJson
    return await admitted.lifetime.orStopped(render(dependencies, admitted, delivering))
  }
}
