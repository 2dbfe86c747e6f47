import type { ServerResponse } from 'node:http'
import { createRoute } from '@hono/zod-openapi'
import { type ChatRequest, chatRequestSchema, completionSchema, SluiceError } from '@sluice/contracts'
import { collect, type ExchangeStart, type Outcome, replay } from '@sluice/pipeline'
import { type ServiceEnv, toSluiceError } from '@sluice/service-kit'
import type { Context } from 'hono'
import type { Gateway } from '../gateway.ts'
import { readCacheUse } from '../wire/cache-control.ts'
import { bareChunk, heldCompletion, type Notice, serviceMetadata } from '../wire/completion.ts'
import { errorResponses } from '../wire/error-responses.ts'
import { openExchange } from '../wire/open-exchange.ts'
import { parseChatRequest } from '../wire/parse-chat-request.ts'
import { readJsonBody } from '../wire/read-json-body.ts'
import { serverTiming } from '../wire/server-timing.ts'
import { completionFrames, errorFrame, orSilence, SSE_HEADERS, sseBody } from '../wire/sse.ts'

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

/** One chat request from its socket to its answer: who is it, what do they ask, and then the pipeline. */
export function answerChat(gateway: Gateway) {
  return async (context: Context<ServiceEnv>): Promise<Response> => {
    const { incoming, outgoing } = context.env
    if (!incoming || !outgoing) throw new SluiceError('internal_error')
    const exchange = openExchange(outgoing, gateway.turns, () => gateway.gate.leave(exchange.answer))

    const principal = await gateway.authenticator.authenticate(context.req.header('authorization'))
    gateway.outbox.requireRoom()
    const request = parseChatRequest(await readJsonBody(incoming, gateway.limits.maxBodyBytes))
    const session = await gateway.gate.enter(
      { principal, requested: context.req.header('x-session-id') },
      { controller: exchange.answer, cut: () => cutOff(gateway, exchange.answer, outgoing) },
    )

    const start: ExchangeStart = {
      requestId: context.get('requestId'),
      model: request.model,
      principal,
      session,
      policy: gateway.policies.current(principal.tenant),
      clock: gateway.clock,
      cacheUse: readCacheUse(context.req.header('cache-control')),
      signal: exchange.work,
    }
    const running = gateway.pipeline.run(request, start)
    const response = request.stream
      ? streamAnswer(gateway, running, start, request, exchange.answer.signal)
      : jsonAnswer(gateway, running, start, request)
    return await exchange.orStopped(response).catch((error: unknown) => {
      gateway.afterwork.add(response)
      throw error
    })
  }
}

/** Once it was aborted, an exchange that has sent nothing yet can only be refused: of it, no text is left to cut off. */
function cutOff({ gate }: Gateway, controller: AbortController, outgoing: ServerResponse): void {
  if (outgoing.headersSent) outgoing.destroy()
  else gate.leave(controller)
}

async function jsonAnswer(
  gateway: Gateway,
  running: Promise<Outcome>,
  start: ExchangeStart,
  request: ChatRequest,
): Promise<Response> {
  const outcome = await running
  if (outcome.type === 'denied') throw new SluiceError(outcome.refusal)
  const completion =
    outcome.type === 'held'
      ? heldCompletion(noticeOf(gateway, start, request), outcome.reason)
      : await collect(outcome.chunks)
  const metadata = serviceMetadata(outcome.report, start.session.id, outcome.type === 'held')
  await gateway.gate.becomeFresh()
  start.signal.throwIfAborted()
  return Response.json(
    { ...completion, model: completion.model || request.model, service_metadata: metadata },
    { headers: answerHeaders(outcome, start) },
  )
}

async function streamAnswer(
  gateway: Gateway,
  running: Promise<Outcome>,
  start: ExchangeStart,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { keepAliveMs } = gateway.limits
  // A refusal keeps its status as long as nothing has been sent. A model that is slow to begin must not look dead,
  // though: after a while the stream opens with comments, and a failure from then on is an error frame.
  const outcome = await orSilence(running, keepAliveMs)
  if (outcome?.type === 'denied') throw new SluiceError(outcome.refusal)
  const frames = outcomeFrames(gateway, outcome ?? running, start, request)
  const timing = outcome ? answerHeaders(outcome, start) : sessionHeader(start)
  const mayLeave = () => gateway.gate.becomeFresh()
  const body = sseBody(frames, { keepAliveMs, signal, mayLeave, onAbandoned: gateway.afterwork.add })
  return new Response(body, { headers: { ...SSE_HEADERS, ...timing } })
}

async function* outcomeFrames(
  gateway: Gateway,
  running: Outcome | Promise<Outcome>,
  start: ExchangeStart,
  request: ChatRequest,
): AsyncGenerator<string> {
  try {
    const outcome = await running
    if (outcome.type === 'denied') throw new SluiceError(outcome.refusal)
    const notice = noticeOf(gateway, start, request)
    const held = outcome.type === 'held'
    const includeUsage = request.stream_options?.include_usage === true
    const chunks = held ? replay(heldCompletion(notice, outcome.reason), includeUsage) : outcome.chunks
    const metadata = () => serviceMetadata(outcome.report, start.session.id, held)
    yield* completionFrames(chunks, metadata, bareChunk(notice))
  } catch (thrown) {
    const error = toSluiceError(thrown)
    gateway.logger.warn({ requestId: start.requestId, code: error.code, err: error }, 'stream ended with an error')
    yield errorFrame(error.refusal)
  }
}

function answerHeaders(outcome: Outcome, start: ExchangeStart): Record<string, string> {
  return { ...sessionHeader(start), 'server-timing': serverTiming(outcome.report.account().events) }
}

function sessionHeader({ session }: ExchangeStart): Record<string, string> {
  return { 'x-session-id': String(session.id) }
}

function noticeOf({ clock }: Gateway, { requestId, model }: ExchangeStart, request: ChatRequest): Notice {
  const created = Math.floor(clock.nowMs() / 1_000)
  return { id: `chatcmpl-${requestId}`, model, created, choices: request.n ?? 1 }
}
