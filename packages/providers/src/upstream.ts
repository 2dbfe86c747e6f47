import { type EndpointCall, EndpointError, type ModelRequest } from '@sluice/pipeline/ports'
import { FairSlots } from '@sluice/service-kit/async'
import { Pool } from 'undici'
import type { EndpointOptions } from './endpoint-options.ts'
import { type AnswerBounds, readText } from './read-answer.ts'
import { LongBodies } from './translate/long-bodies.ts'
import { type UpstreamRequestBody, upstreamBodyOf } from './upstream-body.ts'
import { statusFailure } from './upstream-error.ts'
import { exchangeWithUpstream, type UpstreamResponse } from './upstream-exchange.ts'
import type { UpstreamWordsFilter } from './upstream-words.ts'

/** Some servers send a whole answer, or a whole tool call, as one event. */
const MAX_EVENT_LENGTH = 1024 * 1024
/** The most that is read of the body of an error. */
const MAX_ERROR_BYTES = 16 * 1024

/** Anthropic's version of its interface that is asked for where the caller names none. */
const ANTHROPIC_VERSION = '2023-06-01'

interface Operation {
  /** Behind the base URL, for example `/chat/completions`. */
  readonly path: string
  readonly isStream: boolean
  /** Members that are added to the body, which has none of these names. */
  readonly members?: object
  /** Headers of the caller that belong to this wire. */
  readonly passed?: readonly string[]
}

/** Headers that go on to every endpoint: who traces a request follows it through (W3C Trace Context). */
const TRACE_HEADERS = ['traceparent', 'tracestate'] as const

/**
 * One model server: its address, its key, and the connections to it. They are HTTP/1.1, kept alive, bounded and shared
 * fairly among users; one request at a time on each.
 */
export class Upstream {
  readonly name: string
  readonly bounds: AnswerBounds
  /** Translates the bodies that are too long for the event loop. */
  readonly longBodies = new LongBodies()
  readonly #options: EndpointOptions
  readonly #target: Target
  readonly #headers: Readonly<Record<string, string>>
  readonly #pool: Pool
  readonly #queue: FairSlots
  readonly #words: UpstreamWordsFilter

  /** @throws {TypeError} if `baseUrl` is not an http or https URL. */
  constructor(options: EndpointOptions, words: UpstreamWordsFilter) {
    this.name = options.name
    this.#options = options
    this.#target = readBaseUrl(options.baseUrl)
    this.#headers = ownHeaders(options)
    this.#words = words
    this.bounds = {
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

  /** Whether streams are asked to say what they have cost. */
  get asksForUsage(): boolean {
    return this.#options.streamUsage ?? true
  }

  load() {
    const { inUse, waiting } = this.#queue
    return { inUse, waiting }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.longBodies.close()])
  }

  /** The endpoint's own name for a model. */
  modelNameOf(model: string): string {
    const { modelMap } = this.#options
    return modelMap && Object.hasOwn(modelMap, model) ? (modelMap[model] ?? model) : model
  }

  /** What an answer says of itself where the endpoint leaves it out. */
  answerDefaults(request: ModelRequest, { answerId }: EndpointCall) {
    return {
      id: answerId,
      created: Math.floor(this.#options.clock.nowMs() / 1000),
      model: this.modelNameOf(request.body.model),
    }
  }

  /**
   * Sends a request and resolves with the headers of a good answer. Rejects with an `EndpointError` for any other
   * status, with `NoFreeSlot`, and as `exchangeWithUpstream` does.
   */
  async post(
    operation: Operation,
    request: ModelRequest,
    call: EndpointCall,
  ): Promise<UpstreamResponse & { readonly sentBytes: number }> {
    const { headersTimeoutMs, idleTimeoutMs } = this.#options
    const sent = upstreamBodyOf(request, this.modelNameOf(request.body.model), operation.members)
    const taken = this.#queue.acquire(call.user, call.signal)
    const onEnded = taken instanceof Promise ? await taken : taken
    call.leaving(sent)
    const response = await exchangeWithUpstream(this.#pool, {
      path: `${this.#target.prefix}${operation.path}${this.#target.query}`,
      headers: {
        ...this.#headers,
        ...passedOn(call, operation.passed),
        accept: operation.isStream ? 'text/event-stream' : 'application/json',
        'x-request-id': call.requestId,
      },
      body: sent.body,
      signal: call.signal,
      headersTimeoutMs,
      idleTimeoutMs,
      onEnded,
    })
    await this.#refuseErrorStatus(response)
    return { ...response, sentBytes: lengthOf(sent.body) }
  }

  async #refuseErrorStatus({ status, headers, body }: UpstreamResponse): Promise<void> {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (status >= 200 && status < 300 && encoding === 'identity') return
    const { text } = await readText(body, MAX_ERROR_BYTES)
    if (status < 300) throw new EndpointError(this.name, { kind: 'protocol' })
    throw new EndpointError(this.name, statusFailure(status, headers, text, this.#words, this.#options.clock))
  }
}

/** About: characters of a text, which are bytes where it is English. */
function lengthOf(body: UpstreamRequestBody): number {
  return typeof body === 'string' ? body.length : body.byteLength
}

function passedOn({ headers = {} }: EndpointCall, ofWire: readonly string[] = []): Readonly<Record<string, string>> {
  const passed: Record<string, string> = {}
  for (const name of [...TRACE_HEADERS, ...ofWire]) {
    const value = headers[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
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
function ownHeaders({ apiKey, kind, headers = {} }: EndpointOptions): Readonly<Record<string, string>> {
  const configured = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])
  return {
    'user-agent': 'sluice',
    ...(kind === 'anthropic' ? anthropicHeaders(apiKey) : bearer(apiKey)),
    ...Object.fromEntries(configured),
    'content-type': 'application/json',
  }
}

function bearer(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
}

function anthropicHeaders(apiKey: string | undefined): Readonly<Record<string, string>> {
  return { 'anthropic-version': ANTHROPIC_VERSION, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) }
}
