import { createRoute } from '@hono/zod-openapi'
import { completionsRequestSchema, textCompletionSchema } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import { deliver } from '../delivery/deliver.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { heldChat } from '../protocols/openai-chat/held-answer.ts'
import { asJson } from '../protocols/openai-chat/render-json.ts'
import { asSse } from '../protocols/openai-chat/render-stream.ts'
import { openAiCompletions } from '../protocols/openai-completions/parse.ts'
import { toTextChunk, toTextCompletion } from '../protocols/openai-completions/text-completion.ts'

export const completionsRoute = createRoute({
  method: 'post',
  path: '/v1/completions',
  summary: 'Continue a text, as before chat',
  description:
    'OpenAI-compatible, for clients that do not speak chat yet. The prompt, one text, is asked as what a user says.',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: completionsRequestSchema } } } },
  responses: {
    200: {
      description: 'The completion; with `stream: true` as server-sent events.',
      content: {
        'application/json': { schema: textCompletionSchema },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    ...errorResponses([400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504]),
  },
})

/** One prompt: admitted, sent through the pipeline as a chat, delivered as text. */
export function answerCompletions(
  dependencies: AdmissionDependencies & RunDependencies & Pick<Dependencies, 'logger'>,
) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    const admitted = await admit(dependencies, context, openAiCompletions)
    const running = runAdmitted(dependencies, admitted)
    const delivering = running.then((outcome) => deliver(outcome, admitted, heldChat(admitted)))
    const response =
      admitted.origin.request.body.stream === true
        ? asSse(dependencies, admitted, delivering, toTextChunk)
        : asJson(dependencies, admitted, delivering, toTextCompletion)
    return await admitted.lifetime.orStopped(response)
  }
}
