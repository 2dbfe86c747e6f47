import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../system/listen.ts'
import { withEmbeddings } from './embeddings.ts'
import { type ArmedGate, createGate, type StubGate } from './gate.ts'
import type { StubReply } from './reply.ts'
import { describeRequest, RequestLog, type StubRequest } from './request-log.ts'
import { sendAnswer } from './send-answer.ts'
import { isEmbeddingsPath, readPath } from './wire.ts'

interface StubModelOptions {
  readonly port?: number
  /** The address to listen on; loopback by default. */
  readonly host?: string
  /** What `GET /v1/models` lists; the default is `stub-model`. */
  readonly models?: readonly string[]
  /** The default is a short text. */
  readonly reply?: StubReply
  /** Whether requests are kept in `requests`; off for benchmarks. */
  readonly record?: boolean
}

export interface StubModel {
  /** `http://127.0.0.1:<port>/v1`, the base URL of an OpenAI client. */
  readonly baseUrl: string
  readonly port: number
  /** Every request to a model received, oldest first (the latest 10,000). */
  readonly requests: readonly StubRequest[]
  /** Number of requests to a model received. */
  readonly requestCount: number
  /** The latest of them; throws when there was none. */
  lastRequest(): StubRequest
  /** Resolves once this many of them have been received in all. */
  waitForRequests(count: number): Promise<readonly StubRequest[]>
  /** Answers every following request like this. */
  respondWith(reply: StubReply): void
  /** Answers the next requests with these, in order, before `respondWith` holds again. */
  respondOnce(...replies: readonly StubReply[]): void
  /** Holds the next streamed answer after this many SSE frames (the first carries only the role), until released. */
  pauseAfter(frames: number): StubGate
  /** Forgets requests, scripted replies and gates (held answers are sent) and starts with the first reply again. */
  reset(): void
  stop(): Promise<void>
}

const DEFAULT_REPLY = 'Hello from the stub model.'
const MAXIMUM_BODY_BYTES = 64 * 1024 * 1024

/**
 * Starts a server that speaks OpenAI's chat completions, embeddings and responses (by Azure's paths too), Anthropic's
 * messages, Google's generateContent and embedContent, and Amazon's Converse and InvokeModel for embeddings, and
 * answers as a test says.
 */
export async function startStubModel(options: StubModelOptions = {}): Promise<StubModel> {
  const { models = ['stub-model'], record = true } = options
  const firstReply = options.reply ?? DEFAULT_REPLY
  const log = new RequestLog()
  let reply = firstReply
  let script: StubReply[] = []
  let gates: ArmedGate[] = []

  const answer = async (request: IncomingMessage, response: ServerResponse, rawBody: string) => {
    const described = describeRequest(log.nextNumber(), request, response, rawBody, readPath(request.url ?? '')?.says)
    // A gate and a scripted reply belong to the order in which requests arrive, so both are taken before any wait.
    const chosen = script.shift() ?? reply
    const gate = described.stream ? gates.shift() : undefined
    if (record) log.add(described)
    const made = typeof chosen === 'function' ? await chosen(described) : chosen
    const full = typeof made === 'string' ? { text: made } : made
    const isEmbeddings = isEmbeddingsPath(described.path)
    await sendAnswer(response, described, isEmbeddings ? withEmbeddings(full, described) : full, gate)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    readBody(request, (rawBody) => {
      if (request.method === 'POST' && readPath(request.url ?? '') !== undefined) {
        answer(request, response, rawBody).catch((error: unknown) => failLoudly(response, error))
      } else if (request.method === 'GET' && request.url === '/v1/models') {
        sendModels(response, models)
      } else {
        const error = { message: `The stub model does not serve ${request.method} ${request.url}`, type: 'not_found' }
        response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      }
    })
  })
  server.keepAliveTimeout = 60_000
  const port = await listen(server, options.port, options.host)
  const releaseGates = () => {
    for (const gate of gates) gate.release()
    gates = []
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    port,
    requests: log.requests,
    get requestCount() {
      return log.count
    },
    lastRequest: () => {
      const last = log.requests.at(-1)
      if (last === undefined) throw new Error('The stub model has received no request.')
      return last
    },
    waitForRequests: (count) => log.waitFor(count),
    respondWith: (next) => {
      reply = next
    },
    respondOnce: (...replies) => {
      script.push(...replies)
    },
    pauseAfter: (frames) => {
      const gate = createGate(frames)
      gates.push(gate)
      return gate
    },
    reset: () => {
      log.clear()
      releaseGates()
      reply = firstReply
      script = []
    },
    stop: async () => {
      releaseGates()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  const parts: Buffer[] = []
  let bytes = 0
  request.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > MAXIMUM_BODY_BYTES) request.destroy()
    else parts.push(part)
  })
  request.on('end', () => done(parts.length === 1 ? String(parts[0]) : Buffer.concat(parts).toString('utf8')))
  request.on('error', () => undefined)
}

function sendModels(response: ServerResponse, models: readonly string[]): void {
  const data = models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'sluice-testkit' }))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }))
}

function failLoudly(response: ServerResponse, error: unknown): void {
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: `The stub's reply function failed: ${String(error)}` } }))
}
