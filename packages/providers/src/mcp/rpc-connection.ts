import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type EndpointCall, EndpointError } from '@sluice/pipeline/ports'
import { FairSlots } from '@sluice/service-kit/async'
import { Pool } from 'undici'
import { AnswerFault } from '../answer-fault.ts'
import { nextBytes, readText } from '../read-answer.ts'
import { SseParser } from '../sse-frames.ts'
import { statusFailure } from '../upstream-error.ts'
import { exchangeWithUpstream, type UpstreamResponse } from '../upstream-exchange.ts'
import type { UpstreamWordsFilter } from '../upstream-words.ts'
import { type RpcAnswer, readRpcMessage } from './rpc-message.ts'
import type { ToolServerOptions } from './tool-server-options.ts'

/** The most that is read of the body of an error. */
const MAX_ERROR_BYTES = 16 * 1024
/** Messages beside the answer, on its stream: progress, logs, requests. */
const MAX_OTHER_MESSAGES = 1_000
/** Requests of the server that get an answer; more of them are let go. */
const MAX_REFUSED_REQUESTS = 8
/** All messages on the stream of an answer together may be longer than the answer, by this factor. */
const STREAM_FACTOR = 4

/** JSON-RPC 2.0, section 5.1. */
const METHOD_NOT_FOUND = -32_601

type Headers = Readonly<Record<string, string>>

/** A message that goes to a server. One without an id wants no answer. */
interface Outgoing {
  readonly id?: number
  readonly method: string
  readonly params: object
}

interface Answered {
  readonly answer: RpcAnswer
  readonly headers: IncomingHttpHeaders
}

/** The server does not know the session (any more): nothing of the message was carried out. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost'
}

/**
 * One tool server: its address, its credential and the connections to it. Each message is a POST of its own (streamable
 * HTTP). What the server asks of a client while it answers is refused: nobody behind the gateway has seen it.
 */
export class RpcConnection {
  readonly #options: ToolServerOptions
  readonly #words: UpstreamWordsFilter
  readonly #path: string
  readonly #headers: Headers
  readonly #pool: Pool
  readonly #queue: FairSlots

  /** @throws {TypeError} if `url` is not an http or https URL. */
  constructor(options: ToolServerOptions, words: UpstreamWordsFilter) {
    const url = new URL(options.url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new TypeError('The URL is not an http(s) URL.')
    this.#options = options
    this.#words = words
    this.#path = `${url.pathname}${url.search}`
    this.#headers = ownHeaders(options)
    this.#queue = new FairSlots({ ...options, slots: options.maxConnections })
    this.#pool = new Pool(url.origin, {
      connections: options.maxConnections,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: options.connectTimeoutMs },
    })
  }

  load() {
    const { inUse, waiting } = this.#queue
    return { inUse, waiting }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }

  /**
   * Sends a request and reads its answer. Rejects with an `EndpointError`, with `SessionLost` where a session was
   * named, with an `AnswerFault` for what cannot be read, with `NoFreeSlot`, and as `exchangeWithUpstream` does.
   */
  async request(message: Outgoing & { readonly id: number }, headers: Headers, call: EndpointCall): Promise<Answered> {
    const response = await this.#post({ jsonrpc: '2.0', ...message }, headers, call)
    const answer = isStream(response)
      ? await this.#readStream(response, message.id, headers, call)
      : await this.#readJson(response, message.id, call)
    return { answer, headers: response.headers }
  }

  /** Sends a notification, or an answer of ours. Rejects as `request` does. */
  async tell(message: object, headers: Headers, call: EndpointCall): Promise<void> {
    const { body } = await this.#post({ jsonrpc: '2.0', ...message }, headers, call)
    body.drain()
  }

  async #post(message: object, headers: Headers, call: EndpointCall): Promise<UpstreamResponse> {
    const { headersTimeoutMs, idleTimeoutMs } = this.#options
    const body = JSON.stringify(message)
    const digest = hash('sha256', body, 'base64url')
    const taken = this.#queue.acquire(call.user, call.signal)
    const onEnded = taken instanceof Promise ? await taken : taken
    call.leaving({ digest: () => digest })
    const response = await exchangeWithUpstream(this.#pool, {
      path: this.#path,
      headers: { ...this.#headers, ...traceOf(call), ...headers, 'x-request-id': call.requestId },
      ...{ body, signal: call.signal, headersTimeoutMs, idleTimeoutMs, onEnded },
    })
    await this.#refuseErrorStatus(response, 'mcp-session-id' in headers)
    return response
  }

  async #refuseErrorStatus({ status, headers, body }: UpstreamResponse, namesSession: boolean): Promise<void> {
    const encoding = headers['content-encoding'] ?? 'identity'
    if (status >= 200 && status < 300 && encoding === 'identity') return
    const { text } = await readText(body, MAX_ERROR_BYTES)
    const { name, clock } = this.#options
    if (status < 300) throw new EndpointError(name, { kind: 'protocol' })
    if (status === 404 && namesSession) throw new SessionLost()
    throw new EndpointError(name, statusFailure(status, headers, text, this.#words, clock))
  }

  async #readJson({ body }: UpstreamResponse, id: number, call: EndpointCall): Promise<RpcAnswer> {
    const { text, isWhole } = await readText(body, this.#options.maxResultBytes, call.holdBytes)
    const message = isWhole ? readRpcMessage(text, id) : undefined
    if (message?.type !== 'answer') throw new AnswerFault('malformed')
    return message.answer
  }

  /** Reads the stream up to the answer. What comes before it is bounded and goes no further. */
  async #readStream({ body }: UpstreamResponse, id: number, headers: Headers, call: EndpointCall): Promise<RpcAnswer> {
    const { maxResultBytes } = this.#options
    const parser = new SseParser(maxResultBytes)
    let bytesLeft = maxResultBytes * STREAM_FACTOR
    let others = 0
    let refused = 0
    try {
      for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
        bytesLeft -= bytes.length
        if (bytesLeft < 0) throw new AnswerFault('malformed')
        for (const data of parser.push(bytes)) {
          if (data === '') continue
          const message = readRpcMessage(data, id)
          if (message === undefined) throw new AnswerFault('malformed')
          if (message.type === 'answer') {
            body.drain()
            return message.answer
          }
          others += 1
          if (others > MAX_OTHER_MESSAGES) throw new AnswerFault('malformed')
          if (message.type !== 'request' || refused >= MAX_REFUSED_REQUESTS) continue
          refused += 1
          this.#refuse(message, headers, call)
        }
        if (parser.overflowed) throw new AnswerFault('malformed')
      }
    } catch (error) {
      body.cancel()
      throw error
    }
    throw new AnswerFault('incomplete')
  }

  /** Sampling, elicitation and the like: a way in that no layer looks at. The server learns that there is none. */
  #refuse(
    { id, method }: { readonly id: string | number; readonly method: string },
    headers: Headers,
    call: EndpointCall,
  ) {
    const error = { code: METHOD_NOT_FOUND, message: 'Requests of servers are not passed on to clients here.' }
    const reply = method === 'ping' ? { id, result: {} } : { id, error }
    this.tell(reply, headers, { ...call, leaving: () => undefined }).catch(() => undefined)
  }
}

function isStream({ headers }: UpstreamResponse): boolean {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream'
}

function traceOf({ headers = {} }: EndpointCall): Headers {
  const { traceparent, tracestate } = headers
  return { ...(traceparent === undefined ? {} : { traceparent }), ...(tracestate === undefined ? {} : { tracestate }) }
}

/** Headers that are the same for every message; configured ones win. */
function ownHeaders({ apiKey, headers = {} }: ToolServerOptions): Headers {
  const configured = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value])
  return {
    'user-agent': 'sluice',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...Object.fromEntries(configured),
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
}
