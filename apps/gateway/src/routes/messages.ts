import { createRoute, z } from '@hono/zod-openapi'
import { messagesRequestSchema, serviceMetadataSchema } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import { deliver } from '../delivery/deliver.ts'
import type { Dependencies } from '../dependencies.ts'
import { messagesErrorResponses } from '../protocols/anthropic-messages/error-responses.ts'
import { heldMessages } from '../protocols/anthropic-messages/held-answer.ts'
import { anthropicMessages } from '../protocols/anthropic-messages/parse.ts'
import { asMessageJson } from '../protocols/anthropic-messages/render-json.ts'
import { asMessageEvents } from '../protocols/anthropic-messages/render-stream.ts'

export const messageSchema = z
  .looseObject({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string(),
    content: z.array(z.looseObject({ type: z.string() })),
    stop_reason: z.string().nullable(),
    usage: z.looseObject({ input_tokens: z.int(), output_tokens: z.int() }),
    service_metadata: serviceMetadataSchema.optional(),
  })
  .openapi('Message')

export const messagesRoute = createRoute({
  method: 'post',
  path: '/v1/messages',
  summary: 'Ask a model on Anthropic’s wire',
  description:
    'Compatible with Anthropic’s Messages. Every layer of the pipeline sees the request and the answer. Members, ' +
    'versions and beta features that are not listed here are passed on to an endpoint that speaks this wire.',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: messagesRequestSchema } } } },
  responses: {
    200: {
      description: 'The message; with `stream: true` as server-sent events.',
      content: {
        'application/json': { schema: messageSchema },
        'text/event-stream': { schema: { type: 'string' } },
      },
    },
    ...messagesErrorResponses([400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504]),
  },
})

/** One request for a message: admitted, sent through the pipeline, delivered. */
export function answerMessages(dependencies: AdmissionDependencies & RunDependencies & Pick<Dependencies, 'logger'>) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.env.outgoing?.setHeader('request-id', context.get('requestId'))
    const admitted = await admit(dependencies, context, anthropicMessages)
    const running = runAdmitted(dependencies, admitted)
    const delivering = running.then((outcome) => deliver(outcome, admitted, heldMessages(admitted)))
    const render = admitted.origin.request.body.stream === true ? asMessageEvents : asMessageJson
    return await admitted.lifetime.orStopped(render(dependencies, admitted, delivering))
  }
}
