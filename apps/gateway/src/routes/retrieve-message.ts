import { createRoute, z } from '@hono/zod-openapi'
import { SluiceError } from '@sluice/contracts'
import type { Answer } from '@sluice/pipeline'
import { collectMessage } from '@sluice/pipeline'
import type { ServiceEnv } from '@sluice/service-kit'
import type { Context } from 'hono'
import { type CallerDependencies, requireKnownCaller } from '../admission/known-caller.ts'
import { findHeld, heldThingOf, type RestoreDependencies, whileOpen } from '../approvals/restore-answer.ts'
import { jsonResponse } from '../delivery/json-response.ts'
import { messagesErrorResponses } from '../protocols/anthropic-messages/error-responses.ts'
import { approvalOfMessage, heldMessage, messageIdOf } from '../protocols/anthropic-messages/held-answer.ts'
import { anthropicMessages } from '../protocols/anthropic-messages/parse.ts'
import { messageSchema } from './messages.ts'

export const retrieveMessageRoute = createRoute({
  security: [{ bearer: [] }],
  method: 'get',
  path: '/v1/messages/{message_id}',
  summary: 'Fetch the answer to a message that waited for a human',
  description:
    'For the caller who sent it; Anthropic has no such operation. While nobody has decided, and until the answer has ' +
    'come, it is the message that the request got; then the real one. Messages that never waited are not kept.',
  request: { params: z.object({ message_id: z.string() }) },
  responses: {
    200: { description: 'The message.', content: { 'application/json': { schema: messageSchema } } },
    ...messagesErrorResponses([401, 403, 404, 429, 502, 503]),
  },
})

/** Shows what became of a request that waited for a human, to whoever sent it. */
export function retrieveMessage(dependencies: CallerDependencies & RestoreDependencies) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    context.set('renderError', anthropicMessages.renderError)
    context.env.outgoing?.setHeader('request-id', context.get('requestId'))
    const caller = await requireKnownCaller(dependencies, context, anthropicMessages)
    const approvalId = approvalOfMessage(context.req.param('message_id') ?? '')
    const asked = { approvalId, kind: 'messages', notFound: noSuchMessage() } as const
    const found = await findHeld(dependencies, context, caller, asked)
    const id = messageIdOf(found.approval.id)
    const message =
      found.type === 'waiting'
        ? heldMessage({ id, what: heldThingOf(found.approval.subject), ...found.approval.subject })
        : await whileOpen(dependencies, found.approval, messageOf(found.answer))
    return jsonResponse({ ...message, id, service_metadata: found.metadata }, {})
  }
}

function messageOf(answer: Answer) {
  if (answer.kind !== 'events') throw new SluiceError('internal_error')
  return collectMessage(answer.events)
}

/** What belongs to somebody else seems not to exist. */
function noSuchMessage(): SluiceError {
  const message = 'There is no such message, or it is not kept (any more).'
  return new SluiceError({ code: 'not_found', message, param: 'message_id' })
}
