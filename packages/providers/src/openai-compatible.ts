import { type Clock, type CompletionChunk, type Level, SluiceError } from '@sluice/contracts'
import {
  type Answer,
  answerOf,
  type EndpointCall,
  EndpointError,
  type ModelEndpoint,
  type ModelRequest,
} from '@sluice/pipeline/ports'
import { FairSlots, NoFreeSlot } from '@sluice/service-kit/async'
import { Pool } from 'undici'
import { brokenOff, failureOf, toFault } from './answer-fault.ts'
import { type AnswerBounds, readJson, readStream, readText } from './read-answer.ts'
import { readEmbeddings } from './read-embeddings.ts'
import { upstreamBodyOf } from './upstream-body.ts'
import { statusFailure } from './upstream-error.ts'
import { exchangeWithUpstream, type UpstreamBody, type UpstreamResponse } from './upstream-exchange.ts'
import { UpstreamWordsFilter } from './upstream-words.ts'

export interface OpenAiCompatibleOptions {
  readonly name: string
  /** For example `https://api.openai.com/v1`; a path prefix and a query (`?api-version=...`) are kept. */
  readonly baseUrl: string
  /** Sent as `authorization: Bearer ...`. The caller's own token never leaves the gateway. */
  readonly apiKey?: string | undefined
  /** Sent with every request, for example `api-key` for Azure or `openai-organization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The highest sensitivity level that may be sent there. */
  readonly permittedLevel: Level
  /** What policies may ask of it, as far as it is known. */
  readonly providerKind?: ModelEndpoint['providerKind']
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
  /** Whether users of a tenant may share its answers; false by default. */
  readonly shareable?: boolean | undefined
  /** The models served for chat, as callers name them. */
  readonly models: readonly string[]
  /** The models served for embeddings; none by default. */
  readonly embeddingModels?: readonly string[] | undefined
  /** From the caller's name of a model to the upstream's, where they differ. */
  readonly modelMap?: Readonly<Record<string, string>> | undefined
  /** What callers read of its errors: a known code (the default), or its own text where nothing in it is secret. */
  readonly errors?: 'code' | 'filtered' | undefined
  readonly connectTimeoutMs: number
  /** From the moment at which the request has its connection to the answer's headers. */
  readonly headersTimeoutMs: number
  /** Between two pieces of the answer. A live stream has no limit in time. */
  readonly idleTimeoutMs: number
  readonly maxConnections: number
  /** Requests that may wait for a connection, over all users. */
  readonly maxWaiting: number
  /** The longest wait for a connection. */
  readonly maxWaitMs: number
  /** The most bytes of one answer, streamed or not. */
  readonly maxAnswerBytes: number
  /** The longest event of a stream, in UTF-16 code units; 1,048,576 by default. */
  readonly maxEventLength?: number | undefined
  readonly clock: Clock
}

export interface ClosableModelEndpoint extends ModelEndpoint {
  /** Connections that requests hold now, and requests that wait for one. */
  load(): { readonly inUse: number; readonly waiting: number }
  /** Closes the connections; answers in flight break off. */
  close(): Promise<void>
}

/** Some servers send a whole answer, or a whole tool call, as one event. */
const MAX_EVENT_LENGTH = 1024 * 1024
/** The most that is read of the body of an error. */
const MAX_ERROR_BYTES = 16 * 1024
/**
 * A model server that speaks OpenAI's wires for chat completions and embeddings. Unknown members ride along both ways.
 * Connections are HTTP/1.1, kept alive, bounded and shared fairly among users; one request at a time on each.
 *
 * TLS trusts what Node trusts; a private authority goes into `NODE_EXTRA_CA_CERTS`.
 *
 * @throws {TypeError} if `baseUrl` is not an http or https URL.
 */
export function createOpenAiCompatibleEndpoint(options: OpenAiCompatibleOptions): ClosableModelEndpoint {
  return new OpenAiCompatibleEndpoint(options)
}

class OpenAiCompatibleEndpoint implements ClosableModelEndpoint {
  readonly name: string
  readonly permittedLevel: Level
  readonly providerKind: ModelEndpoint['providerKind']
  readonly region: string | undefined
  readonly retentionDays: number | undefined
  readonly shareable: boolean
  readonly models: ModelEndpoint['models']
  readonly #options: OpenAiCompatibleOptions
  readonly #target: Target
  readonly #headers: Readonly<Record<string, string>>
  readonly #bounds: AnswerBounds
  readonly #pool: Pool
  readonly #queue: FairSlots
  readonly #words: UpstreamWordsFilter

  constructor(options: OpenAiCompatibleOptions) {
    this.name = options.name
    this.permittedLevel = options.permittedLevel
    this.providerKind = options.providerKind
    this.region = options.region
    this.retentionDays = options.retentionDays
    this.shareable = options.shareable ?? false
    this.models = { chat: options.models, embeddings: options.embeddingModels ?? [] }
    this.#options = options
    this.#target = readBaseUrl(options.baseUrl)
    this.#headers = ownHeaders(options)
    this.#words = new UpstreamWordsFilter(options)
    this.#bounds = {
      maxAnswerBytes: options.maxAnswerBytes,
      maxEventLength: options.maxEventLength ?? MAX_EVENT_LENGTH,
    }
    this.#queue = new FairSlots({ ...options, slots: options.maxConnections })
    this.#pool = new Pool(this.#target.origin, {
      connections: options.maxConnections,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: options.connectTimeoutMs },
    })
  }

  async ask(request: ModelRequest, call: EndpointCall): Promise<Answer> {
    try {
      return await (request.kind === 'chat' ? this.#chat(request, call) : this.#embed(request, call))
    } catch (error) {
      if (call.signal.aborted) throw call.signal.reason
      if (error instanceof EndpointError || error instanceof SluiceError) throw error
      if (error instanceof NoFreeSlot) throw new EndpointError(this.name, { kind: 'busy' }, { cause: error })
      const fault = toFault(error)
      throw new EndpointError(this.name, failureOf(fault, this.#words), { cause: fault })
    }
  }

  load() {
    const { inUse, waiting } = this.#queue
    return { inUse, waiting }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  async #chat(request: ModelRequest & { kind: 'chat' }, call: EndpointCall): Promise<Answer> {
    const response = await this.#post('/chat/completions', request, call)
    const defaults = {
      id: call.completionId,
      created: Math.floor(this.#options.clock.nowMs() / 1000),
      model: modelName(request.body.model, this.#options.modelMap),
    }
    if (isStream(response, request.body.stream === true)) {
      const batches = readStream(response.body, this.#bounds, defaults)
      return { kind: 'chunks', chunks: await begin(response.body, batches, call.signal) }
    }
    return answerOf([await readJson(response.body, this.#bounds, defaults, call.holdBytes)])
  }

  async #embed(request: ModelRequest & { kind: 'embeddings' }, call: EndpointCall): Promise<Answer> {
    const { body } = await this.#post('/embeddings', request, call)
    return { kind: 'whole', value: await readEmbeddings(body, this.#bounds.maxAnswerBytes, request, call.holdBytes) }
  }

  async #post(operation: string, request: ModelRequest, call: EndpointCall): Promise<UpstreamResponse> {
    const { modelMap, headersTimeoutMs, idleTimeoutMs } = this.#options
    const sent = upstreamBodyOf(request, modelName(request.body.model, modelMap))
    const taken = this.#queue.acquire(call.user, call.signal)
    const onEnded = taken instanceof Promise ? await taken : taken
    call.leaving(sent)
    const response = await exchangeWithUpstream(this.#pool, {
      path: `${this.#target.prefix}${operation}${this.#target.query}`,
      headers: {
        ...this.#headers,
        accept: request.kind === 'chat' && request.body.stream === true ? 'text/event-stream' : 'application/json',
        'x-request-id': call.requestId,
      },
      body: sent.body,
      signal: call.signal,
      headersTimeoutMs,
      idleTimeoutMs,
      onEnded,
    })
    await this.#refuseErrorStatus(response)
    return response
  }

  async #refuseErrorStatus({ status, headers, body }: UpstreamResponse): Promise<void> {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (status >= 200 && status < 300 && encoding === 'identity') return
    const { text } = await readText(body, MAX_ERROR_BYTES)
    if (status < 300) throw new EndpointError(this.name, { kind: 'protocol' })
    throw new EndpointError(this.name, statusFailure(status, headers, text, this.#words, this.#options.clock))
  }
}

interface Target {
  readonly origin: string
  /** What stands before the operation in the path. */
  readonly prefix: string
  /** With its question mark; empty where there is none. */
  readonly query: string
}

function readBaseUrl(baseUrl: string): Target {
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('The base URL is not an http(s) URL.')
  const prefix = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  return { origin: url.origin, prefix, query: url.search }
}

/** Headers that are the same for every request; configured ones win. */
function ownHeaders({ apiKey, headers = {} }: OpenAiCompatibleOptions): Readonly<Record<string, string>> {
  const configured = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])
  return {
    'user-agent': 'sluice',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...Object.fromEntries(configured),
    'content-type': 'application/json',
  }
}

function modelName(model: string, modelMap: OpenAiCompatibleOptions['modelMap']): string {
  return modelMap && Object.hasOwn(modelMap, model) ? (modelMap[model] ?? model) : model
}

/** The answer's own word counts: some servers stream unasked, some ignore `stream`. */
function isStream({ headers }: UpstreamResponse, asked: boolean): boolean {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === 'text/event-stream') return true
  if (mediaType === 'application/json') return false
  return asked
}

/** Waits for the first batch, so that a failure before it can still go to another endpoint. */
async function begin(
  body: UpstreamBody,
  batches: AsyncGenerator<readonly CompletionChunk[], void>,
  signal: AbortSignal,
): Promise<AsyncIterable<readonly CompletionChunk[]>> {
  let first: IteratorResult<readonly CompletionChunk[], void> | undefined
  try {
    first = await batches.next()
  } catch (error) {
    body.cancel()
    throw error
  }
  const iterator: AsyncIterator<readonly CompletionChunk[], void> = {
    async next() {
      const begun = first
      first = undefined
      if (begun) return begun
      try {
        return await batches.next()
      } catch (error) {
        body.cancel()
        if (signal.aborted) throw signal.reason
        throw brokenOff(toFault(error))
      }
    },
    async return() {
      first = { done: true, value: undefined }
      body.cancel()
      await batches.return()
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
