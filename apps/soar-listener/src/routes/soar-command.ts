import { createRoute, z } from '@hono/zod-openapi'
import { type ErrorCode, SluiceError } from '@sluice/contracts'
import { parseJsonBody, readBody, type ServiceEnv, toSluiceError } from '@sluice/service-kit'
import { defined } from '@sluice/service-kit/async'
import type { Context } from 'hono'
import { authenticateCaller, type Caller, requireCredentials } from '../callers/authenticate-caller.ts'
import { carryOut } from '../commands/carry-out.ts'
import { type Command, commandSchema, parseCommand } from '../commands/command.ts'
import { type Repeated, readIdempotencyKey, repeatably } from '../commands/idempotency.ts'
import { requireMediaType } from '../media-type.ts'
import { withClaim } from '../once.ts'
import type { SoarListener } from '../soar-listener.ts'
import { problemsWithCodes } from './problem-codes.ts'

/** A command is small; a longer body is refused unread. */
const MAXIMUM_BODY_BYTES = 16_384
const JSON_TYPE = 'application/json'

const answerSchema = z
  .object({
    command: z.enum(['freeze_user', 'freeze_session', 'unfreeze_user']),
    user: z.object({ tenant: z.string(), sub: z.string() }),
    session_id: z.int().optional().describe('With `freeze_session`.'),
    state: z.enum(['frozen', 'active']).describe('The state of the user or session now.'),
    changed: z.boolean().describe('False where it was so already.'),
    sessions_frozen: z.int().describe('Open sessions that the freeze holds; 0 for an unfreeze.'),
    gateways: z.object({
      alive: z.int().describe('Gateways that were alive when the state changed.'),
      acknowledged: z.int().describe('Of those, how many confirmed that nothing of the user runs there any more.'),
      missing: z.array(z.string()).describe('Those that did not; each stops by itself when its lease runs out.'),
    }),
    elapsed_ms: z.number().describe('From the arrival of the command to the last confirmation or the end of the wait.'),
    version: z.int().describe('Counts the freezes and unfreezes of this user or session.'),
    incident_id: z.string().nullable(),
    recorded: z.boolean().describe('False where the freeze holds but its audit record could not be written.'),
    marked: z.literal(true).optional().describe('The user was frozen without being known (`force`).'),
  })
  .openapi('SoarAnswer')

const ERROR_CODES: readonly ErrorCode[] = [
  ...(['invalid_json', 'invalid_encoding', 'request_too_deep', 'invalid_request'] as const),
  ...(['credentials_missing', 'signature_invalid', 'signature_expired'] as const),
  ...(['token_missing', 'token_invalid', 'token_expired', 'scope_missing', 'unfreeze_not_permitted'] as const),
  ...(['user_not_found', 'not_found', 'user_ambiguous', 'message_replayed', 'in_flight'] as const),
  ...(['request_too_large', 'unsupported_media_type', 'idempotency_key_reused'] as const),
  ...(['request_aborted', 'dependency_unavailable', 'audit_unavailable', 'internal_error'] as const),
]

export const soarCommandRoute = createRoute({
  method: 'post',
  path: '/soar/command',
  summary: 'Freeze a user or a session, or free a user',
  description:
    'Sign the message as in the Standard Webhooks specification (then any access token is left unread), or send an ' +
    'access token of the configured issuer with the scope `soar`. The state has changed when the answer comes; a ' +
    'freeze reaches every live gateway within 500 ms. A signed message is carried out once: the same `webhook-id` ' +
    'again gives 409 `message_replayed`, after a failure it may be sent again.',
  security: [{ webhookSignature: [], webhookId: [], webhookTimestamp: [] }, { bearer: [] }],
  request: {
    headers: z.object({ 'idempotency-key': z.string().max(257).optional() }),
    body: { required: true, content: { [JSON_TYPE]: { schema: commandSchema } } },
  },
  responses: {
    200: {
      description: 'Carried out. `idempotent-replayed: true` marks the answer of an earlier request.',
      headers: z.object({ 'idempotent-replayed': z.literal('true').optional() }),
      content: { [JSON_TYPE]: { schema: answerSchema } },
    },
    ...problemsWithCodes(ERROR_CODES),
  },
})

/** Handles `POST /soar/command`. */
export function takeCommand(listener: SoarListener) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    const receivedMs = listener.clock.monotonicMs()
    let caller: Caller | undefined
    try {
      const { headers } = context.req.raw
      requireCredentials(headers)
      const body = await readBody(context.req.raw, MAXIMUM_BODY_BYTES)
      caller = await authenticateCaller(headers, body, listener.callers)
      const { answer, replayed } = await takeOnce(listener, { context, caller, body, receivedMs })
      return context.body(answer, 200, {
        'content-type': JSON_TYPE,
        ...(replayed ? { 'idempotent-replayed': 'true' } : {}),
      })
    } catch (thrown) {
      const { code } = toSluiceError(thrown)
      const actor = caller && actorOf(caller)
      await listener.refusedCommands.note({ code, actor, requestId: context.get('requestId') })
      throw thrown
    }
  }
}

interface Received {
  readonly context: Context<ServiceEnv>
  readonly caller: Caller
  readonly body: Buffer
  /** Monotonic. */
  readonly receivedMs: number
}

/** A signed message is carried out once. Throws `message_replayed`, `in_flight`, and what the command throws. */
async function takeOnce(listener: SoarListener, received: Received): Promise<Repeated> {
  const { caller, context } = received
  if (caller.messageId === undefined) return await obey(listener, received)
  const claim = await listener.messages.claim([caller.name, caller.messageId], '')
  if (claim.state === 'claimed') throw new SluiceError({ code: 'in_flight', retryAfterSeconds: 1 })
  if (claim.state === 'done') throw new SluiceError('message_replayed')
  const onError = logClaimFailure(listener, context)
  return await withClaim(
    claim,
    () => obey(listener, received),
    () => '',
    onError,
  )
}

async function obey(listener: SoarListener, received: Received): Promise<Repeated> {
  const { context, caller, body } = received
  requireMediaType(context.req.raw.headers, JSON_TYPE)
  const command = parseCommand(parseJsonBody(body))
  const key = readIdempotencyKey(command, context.req.header('idempotency-key'))
  const work = () => answerCommand(listener, received, command)
  if (key === undefined) return { answer: await work(), replayed: false }
  const onError = logClaimFailure(listener, context)
  const result = await repeatably(listener.answers, { caller: caller.name, key, command }, work, onError)
  if (result.replayed) listener.counts.command(command.command, 'replayed', elapsedSince(listener, received))
  return result
}

async function answerCommand(listener: SoarListener, received: Received, command: Command): Promise<string> {
  const { incident_id: incidentId, reason } = command
  const requestId = received.context.get('requestId')
  const order = { reason, actor: actorOf(received.caller), incidentId, requestId }
  const { user, report, sessionId, marked } = await carryOut(command, order, listener.tools)
  const elapsedMs = elapsedSince(listener, received)
  listener.counts.command(command.command, report.changed ? 'changed' : 'unchanged', elapsedMs)
  const { state, changed, version, gateways, recorded } = report
  const answer: z.output<typeof answerSchema> = {
    command: command.command,
    user: { tenant: user.tenant, sub: user.sub },
    ...defined({ session_id: sessionId }),
    state,
    changed,
    sessions_frozen: state === 'frozen' ? report.sessions : 0,
    gateways: { ...gateways, missing: [...gateways.missing] },
    elapsed_ms: Math.round(elapsedMs * 10) / 10,
    version,
    incident_id: incidentId ?? null,
    recorded,
    ...(marked ? { marked } : {}),
  }
  return JSON.stringify(answer)
}

function actorOf({ name }: Caller): string {
  return `soar:${name}`
}

function elapsedSince({ clock }: SoarListener, { receivedMs }: Received): number {
  return clock.monotonicMs() - receivedMs
}

/** The claim then ends by itself; what was done stays done. */
function logClaimFailure({ logger }: SoarListener, context: Context<ServiceEnv>) {
  return (err: unknown) => logger.error({ requestId: context.get('requestId'), err }, 'a claim could not be settled')
}
