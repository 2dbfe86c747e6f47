import { createRoute } from '@hono/zod-openapi'
import { embeddingsAnswerSchema, embeddingsRequestSchema, SluiceError } from '@sluice/contracts'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type AdmissionDependencies, admit } from '../admission/admit.ts'
import { type RunDependencies, runAdmitted } from '../admission/run-admitted.ts'
import { deliver } from '../delivery/deliver.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { openAiEmbeddings } from '../protocols/openai-embeddings/parse.ts'
import { asEmbeddingsJson } from '../protocols/openai-embeddings/render-json.ts'

export const embeddingsRoute = createRoute({
  method: 'post',
  path: '/v1/embeddings',
  summary: 'Turn texts into vectors',
  description:
    'OpenAI-compatible. Sensitive values are replaced by the names of their types before a model sees them, so that ' +
    'vectors of different sessions can be compared. Members that are not listed here are passed on.',
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { 'application/json': { schema: embeddingsRequestSchema } } } },
  responses: {
    200: {
      description: 'One vector for each text, in the format asked for.',
      content: { 'application/json': { schema: embeddingsAnswerSchema } },
    },
    ...errorResponses([400, 401, 403, 404, 408, 413, 415, 429, 502, 503, 504]),
  },
})

/** One embeddings request: admitted, sent through the pipeline, delivered. */
export function answerEmbeddings(dependencies: AdmissionDependencies & RunDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    const admitted = await admit(dependencies, context, openAiEmbeddings)
    const running = runAdmitted(dependencies, admitted)
    const delivering = running.then((outcome) => deliver(outcome, admitted, { answer: refuseHold }))
    return await admitted.lifetime.orStopped(asEmbeddingsJson(dependencies, admitted, delivering))
  }
}

/** L0 holds no document. If another layer held one, there would be no answer to give: it is refused. */
function refuseHold(): never {
  throw new SluiceError('action_not_permitted')
}
