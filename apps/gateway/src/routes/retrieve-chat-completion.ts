import { createRoute, z } from '@hono/zod-openapi'
import { EXECUTION_UNCERTAIN } from '@sluice/approvals'
import {
  type Completion,
  completionSchema,
  ERRORS,
  type ErrorCode,
  type ServiceMetadata,
  SluiceError,
} from '@sluice/contracts'
import type { Approval } from '@sluice/db'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { requireWire } from '../api-keys/require-wire.ts'
import { approvalIdOf, completionIdOf } from '../approvals/completion-id.ts'
import { type RestoreDependencies, restoreAnswer } from '../approvals/restore-answer.ts'
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
    const caller = await requireKnownCaller(dependencies, context, openAiChat.credentials)
    requireWire(dependencies.apiKeys.grantOf(caller.principal), openAiChat.name)
    const approval = await findOwn(dependencies, context.req.param('completion_id') ?? '', caller.principal)
    const { state } = approval
    if (state === 'denied') throw new SluiceError('approval_denied')
    if (state === 'expired') throw new SluiceError('approval_expired')
    if (state === 'failed') throw new SluiceError(codeOf(approval))
    const answer =
      state === 'done'
        ? await restoreAnswer(dependencies, context, caller, approval)
        : { completion: heldCompletionOf(approval), metadata: heldMetadataOf(approval) }
    return jsonResponse({ ...answer.completion, service_metadata: answer.metadata }, {})
  }
}

/** What belongs to somebody else seems not to exist. */
async function findOwn(
  { approvals }: Pick<RestoreDependencies, 'approvals'>,
  completionId: string,
  { tenant, sub }: Pick<Approval, 'tenant' | 'sub'>,
): Promise<Approval> {
  const id = approvalIdOf(completionId)
  if (id === undefined) throw noSuchCompletion()
  const approval = await approvals.get({ tenant, id }).catch((error: unknown) => {
    throw error instanceof SluiceError && error.code === 'not_found' ? noSuchCompletion() : error
  })
  if (approval.sub !== sub) throw noSuchCompletion()
  return approval
}

function noSuchCompletion(): SluiceError {
  const message = 'There is no such completion, or it is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'completion_id' })
}

function heldCompletionOf({ id, createdAtMs, subject }: Approval): Completion {
  const created = Math.floor(createdAtMs / 1_000)
  return heldCompletion({ ...subject, id: completionIdOf(id), created, choices: 1 })
}

function heldMetadataOf({ id, sessionId, subject }: Approval): ServiceMetadata {
  return {
    session_id: sessionId,
    layers_executed: ['L0', 'L1', 'L2', 'L6'],
    policy_violations: [...subject.violations],
    approval_required: true,
    approval_id: id,
    cache_hit: false,
  }
}

function codeOf({ failure }: Approval): ErrorCode {
  return failure !== undefined && isErrorCode(failure) ? failure : EXECUTION_UNCERTAIN
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}
