import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi'
import { problemResponses } from '@sluice/service-kit'
import type { CommandEnv } from '../callers/admit-command.ts'
import { soarAnswerSchema } from '../commands/answer.ts'
import { commandSchema } from '../commands/command.ts'
import { executeOnce } from '../commands/execute-once.ts'

export const soarCommandRoute = createRoute({
  method: 'post',
  path: '/soar/command',
  summary: 'Freeze a user or a session, or unfreeze a user',
  description:
    'Sign the message as in the Standard Webhooks specification (then any access token is left unread), or send an ' +
    'access token of the configured issuer with the scope `soar`, of an active user who is not frozen or of a listed ' +
    'client. The state has changed when the answer comes; a ' +
    'freeze reaches every live gateway within 500 ms. A signed message is executed once: the same `webhook-id` ' +
    'again gives 409 `message_replayed`, after a failure it may be sent again.',
  security: [{ webhookSignature: [], webhookId: [], webhookTimestamp: [] }, { bearer: [] }],
  request: {
    headers: z.object({ 'idempotency-key': z.string().max(257).optional() }),
    body: { required: true, content: { 'application/json': { schema: commandSchema } } },
  },
  responses: {
    200: {
      description: 'Executed. `idempotent-replayed: true` marks the answer of an earlier request.',
      headers: z.object({ 'idempotent-replayed': z.literal('true').optional() }),
      content: { 'application/json': { schema: soarAnswerSchema } },
    },
    ...problemResponses([
      ...(['invalid_json', 'invalid_encoding', 'request_too_deep', 'invalid_request'] as const),
      ...(['credentials_missing', 'signature_invalid', 'signature_expired'] as const),
      ...(['token_missing', 'token_invalid', 'token_expired'] as const),
      ...([
        'scope_missing',
        'unfreeze_not_permitted',
        'action_not_permitted',
        'user_not_active',
        'session_frozen',
      ] as const),
      ...(['user_not_found', 'not_found', 'user_ambiguous', 'message_replayed', 'in_flight'] as const),
      ...(['request_too_large', 'unsupported_media_type', 'idempotency_key_reused'] as const),
      ...(['request_aborted', 'dependency_unavailable', 'audit_unavailable', 'internal_error'] as const),
    ]),
  },
})

/** Adds `POST /soar/command`, behind `admitCommand`. */
export function addSoarCommand(app: OpenAPIHono<CommandEnv>, dependencies: Parameters<typeof executeOnce>[0]): void {
  app.openapi(soarCommandRoute, async (context) => {
    const { answer, replayed } = await executeOnce(dependencies, {
      caller: context.get('caller'),
      command: context.req.valid('json'),
      idempotencyKey: context.req.valid('header')['idempotency-key'],
      requestId: context.get('requestId'),
      receivedMs: context.get('receivedMs'),
    })
    return context.json(answer, 200, replayed ? { 'idempotent-replayed': 'true' } : {})
  })
}
