import { type EndpointCall, EndpointError, type ModelRequest } from '@sluice/pipeline/ports'
import { FairSlots } from '@sluice/service-kit/async'
import { Pool } from 'undici'
import { azurePath } from './azure-path.ts'
import { type Credentials, credentialsOf, keyHeaders } from './credentials/credentials.ts'
import { NoToken } from './credentials/renewed.ts'
import { factsOf } from './endpoint-kinds.ts'
import type { EndpointKind, EndpointOptions } from './endpoint-options.ts'
import { type AnswerBounds, readText } from './read-answer.ts'
import { LongBodies } from './translate/long-bodies.ts'
import { type DigestedBody, type UpstreamRequestBody, upstreamBodyOf } from './upstream-body.ts'
import { statusFailure } from './upstream-error.ts'
import { exchangeWithUpstream, type UpstreamResponse } from './upstream-exchange.ts'
import type { UpstreamWordsFilter } from './upstream-words.ts'

/** Some servers send a whole answer, or a whole tool call, as one event. */
const MAX_EVENT_LENGTH = 1024 * 1024
/** The most that is read of the body of an error. */
const MAX_ERROR_BYTES = 16 * 1024

interface Operation {
  /** Behind the base URL, for example `/chat/completions`. */
  readonly path: string
  readonly isStream: boolean
  /** The media type of the answer where it is not the usual one. */
  readonly accept?: string | undefined
  /** Headers of the caller that belong to this wire. */
  readonly passed?: readonly string[]
}

interface WritingOperation extends Operation {
  /** Members that are added to the body, which has none of these names. */
  readonly members?: object
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
  readonly #credentials: Credentials | undefined

  /** @throws {TypeError} if `baseUrl` is not an http or https URL. */
  constructor(options: EndpointOptions, words: UpstreamWordsFilter) {
    this.name = options.name
    this.#options = options
    this.#target = readBaseUrl(options.baseUrl)
    this.#headers = ownHeaders(options)
    this.#credentials = credentialsOf(options)
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
    return this.#options.streamUsage ?? factsOf(this.#options.kind).takesStreamOptions
  }

  get kind(): EndpointKind {
    return this.#options.kind ?? 'openai-compatible'
  }

  /** The address without a slash at its end, and without a query. */
  get baseUrl(): string {
    return `${this.#target.origin}${this.#target.prefix}`
  }

  /** Where an operation of OpenAI's stands for a model, behind the base URL. */
  pathOf(operation: string, model: string): string {
    const { kind, azure } = this.#options
    return kind === 'azure-openai' ? azurePath(operation, this.modelNameOf(model), azure?.apiVersion) : operation
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
  post(operation: WritingOperation, request: ModelRequest, call: EndpointCall): Promise<SentAndAnswered> {
    return this.send(operation, upstreamBodyOf(request, this.modelNameOf(request.body.model), operation.members), call)
  }

  /** Sends a body as it is; else as `post`. */
  async send(operation: Operation, sent: DigestedBody, call: EndpointCall): Promise<SentAndAnswered> {
    const { headersTimeoutMs, idleTimeoutMs } = this.#options
    const path = `${this.#target.prefix}${withQuery(operation.path, this.#target.query)}`
    const shown = await this.#show(path, sent)
    const taken = this.#queue.acquire(call.user, call.signal)
    const onEnded = taken instanceof Promise ? await taken : taken
    call.leaving(sent)
    const response = await exchangeWithUpstream(this.#pool, {
      path,
      headers: {
        ...this.#headers,
        ...shown,
        ...passedOn(call, operation.passed),
        accept: operation.accept ?? (operation.isStream ? 'text/event-stream' : 'application/json'),
        'x-request-id': call.requestId,
      },
      body: sent.body,
      signal: call.signal,
      headersTimeoutMs,
      idleTimeoutMs,
      onEnded,
    })
    const { status } = response
    if ((status === 401 || status === 403) && shown !== undefined) this.#credentials?.onRefused?.(shown, status)
    await this.#refuseErrorStatus(response)
    return { ...response, sentBytes: lengthOf(sent.body) }
  }

  /** The headers that show who asks, where they are not the same for every request. */
  async #show(path: string, sent: DigestedBody): Promise<Readonly<Record<string, string>> | undefined> {
    if (this.#credentials === undefined) return undefined
    try {
      return await this.#credentials.headersFor({ url: `${this.#target.origin}${path}`, bodyHash: sent.hash })
    } catch (cause) {
      if (cause instanceof NoToken) throw new EndpointError(this.name, { kind: 'connect' }, { cause })
      throw cause
    }
  }

  async #refuseErrorStatus({ status, headers, body }: UpstreamResponse): Promise<void> {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (status >= 200 && status < 300 && encoding === 'identity') return
    const { text } = await readText(body, MAX_ERROR_BYTES)
    if (status < 300) throw new EndpointError(this.name, { kind: 'protocol' })
    throw new EndpointError(this.name, statusFailure(status, headers, text, this.#words, this.#options.clock))
  }
}

type SentAndAnswered = UpstreamResponse & { readonly sentBytes: number }

/** A path with a query of its own and that of the base URL. */
function withQuery(path: string, query: string): string {
  return query !== '' && path.includes('?') ? `${path}&${query.slice(1)}` : `${path}${query}`
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
function ownHeaders(options: EndpointOptions): Readonly<Record<string, string>> {
  const { kind, headers = {} } = options
  const configured = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])
  return {
    'user-agent': 'sluice',
    ...factsOf(kind).headers,
    ...keyHeaders(options),
    ...Object.fromEntries(configured),
    'content-type': 'application/json',
  }
}
