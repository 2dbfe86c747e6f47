import { createRoute, z } from '@hono/zod-openapi'
import { messagesRequestSchema, SluiceError, serviceMetadataSchema } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import { deliver } from '../delivery/deliver.ts'
import { messagesErrorResponses } from '../protocols/anthropic-messages/error-responses.ts'
import { anthropicCountTokens } from '../protocols/anthropic-messages/parse-count.ts'
import { asTokenCount } from '../protocols/anthropic-messages/render-count.ts'

const tokenCountSchema = z
  .looseObject({
    input_tokens: z.int().nonnegative(),
    estimated: z.literal(true).optional().describe('Where the endpoint speaks another wire and cannot be asked.'),
    service_metadata: serviceMetadataSchema.optional(),
  })
  .openapi('TokenCount')

export const countTokensRoute = createRoute({
  method: 'post',
  path: '/v1/messages/count_tokens',
  summary: 'Count the tokens of a message',
  description:
    'Compatible with Anthropic’s. What is counted is what a model would be sent: tokens in the place of values.',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: messagesRequestSchema } } } },
  responses: {
    200: { description: 'The number.', content: { 'application/json': { schema: tokenCountSchema } } },
    ...messagesErrorResponses([400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504]),
  },
})

/** One request whose tokens are counted: admitted, sent through the layers, delivered. */
export function answerCountTokens(dependencies: AdmissionDependencies & RunDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.env.outgoing?.setHeader('request-id', context.get('requestId'))
    const admitted = await admit(dependencies, context, anthropicCountTokens)
    const running = runAdmitted(dependencies, admitted)
    const delivering = running.then((outcome) => deliver(outcome, admitted, { answer: refuseHold }))
    return await admitted.lifetime.orStopped(asTokenCount(dependencies, admitted, delivering))
  }
}

/** What is only counted orders nothing. If a layer held it, there would be no answer to give: it is refused. */
function refuseHold(): never {
  throw new SluiceError('action_not_permitted')
}
