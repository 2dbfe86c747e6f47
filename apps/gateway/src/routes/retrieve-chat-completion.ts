import { createRoute, z } from '@hono/zod-openapi'
import { type Completion, completionSchema, SluiceError } from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import { type Answer, collect } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { approvalIdOf, completionIdOf } from '../approvals/completion-id.ts'
import { findHeld, heldThingOf, type RestoreDependencies, whileOpen } from '../approvals/restore-answer.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import { errorResponses } from '../protocols/openai/error-responses.ts'
import { heldCompletion } from '../protocols/openai-chat/held-answer.ts'
import { openAiChat } from '../protocols/openai-chat/parse.ts'

export const retrieveChatCompletionRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/chat/completions/{completion_id}',
  summary: 'Fetch the answer to a request that waited for a human',
  description:
    'For the caller who sent it. While nobody has decided, and until the answer has come, it is the completion that the ' +
    'request got; then the real one, for as long as it is kept. Completions that never waited are not kept.',
  request: { params: z.object({ completion_id: z.string() }) },
  responses: {
    200: { description: 'The completion.', content: { 'application/json': { schema: completionSchema } } },
    ...errorResponses([401, 403, 404, 429, 502, 503]),
  },
})

/** Shows what became of a request that waited for a human, to whoever sent it. */
export function retrieveChatCompletion(dependencies: CallerDependencies & RestoreDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', openAiChat.renderError)
    const caller = await requireKnownCaller(dependencies, context, openAiChat)
    const approvalId = approvalIdOf(context.req.param('completion_id') ?? '')
    const asked = { approvalId, kind: 'chat', notFound: noSuchCompletion() } as const
    const found = await findHeld(dependencies, context, caller, asked)
    const completion =
      found.type === 'waiting'
        ? heldCompletionOf(found.approval)
        : await whileOpen(dependencies, found.approval, completionOf(found.answer))
    return jsonResponse({ ...completion, service_metadata: found.metadata }, {})
  }
}

function completionOf(answer: Answer): Promise<Completion> {
  if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
  return collect(answer.chunks)
}

function noSuchCompletion(): SluiceError {
  const message = 'There is no such completion, or it is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'completion_id' })
}

function heldCompletionOf({ id, createdAtMs, subject }: Approval): Completion {
  const created = Math.floor(createdAtMs / 1_000)
  return heldCompletion({ ...subject, what: heldThingOf(subject), id: completionIdOf(id), created, choices: 1 })
}
