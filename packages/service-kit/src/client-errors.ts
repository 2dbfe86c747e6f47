import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorCode, type Refusal, SluiceError } from '@sluice/contracts'
import { newErrorId } from './error-id.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { chooseRequestId, REQUEST_ID_HEADER } from './request-id.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** The ids of an error that the app has not seen; `errorId` is set for an internal failure. */
export interface ClientErrorIds {
  readonly requestId: string
  readonly errorId?: string | undefined
}

/** Makes the response of an error that the app has not seen, in the service's own form. */
export type RenderClientError = (error: SluiceError, ids: ClientErrorIds) => Response

export interface ClientErrorOptions {
  readonly logger: Logger
  readonly render: RenderClientError
  readonly metrics?: Pick<Metrics, 'observeRequest'> | undefined
}

const CODE_BY_PARSER_CODE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'request_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** How long a client has to close a connection behind its last answer. */
const LINGER_MS = 1_000

/**
 * Answers the requests that never reach the app: bytes that are not HTTP, a request without a usable address, headers
 * that are too large, a request that arrives too slowly. Each answer has a request id, the service's error body and a
 * log line with the same id.
 */
export class ClientErrors {
  readonly #options: ClientErrorOptions
  /** The latest response of each connection; `pipelined` once a connection had several at the same time. */
  readonly #latest = new WeakMap<Duplex, ServerResponse | 'pipelined'>()

  /** Connections that have had their last answer, and that their clients have not closed yet. */
  readonly #lingering = new Set<Duplex>()

  constructor(options: ClientErrorOptions) {
    this.#options = options
  }

  /** Remembers the pending response of a connection. */
  track({ socket }: IncomingMessage, response: ServerResponse): void {
    const earlier = this.#latest.get(socket)
    if (earlier === 'pipelined') return
    const overlaps = earlier !== undefined && !earlier.writableFinished && !earlier.destroyed
    this.#latest.set(socket, overlaps ? 'pipelined' : response)
  }

  /** Answers a failure between server and app: a request line or host that is no valid URL, or an error of the app. */
  respond(thrown: unknown): Response {
    const refused = thrown instanceof Error && thrown.name === 'RequestError'
    const requestId = chooseRequestId(undefined)
    if (refused) return this.#refuse({ code: 'invalid_request' }, { requestId })
    const errorId = newErrorId()
    this.#options.logger.error({ requestId, errorId, err: thrown }, 'request failed outside the app')
    return this.#refuse({ code: 'internal_error' }, { requestId, errorId })
  }

  /** Refuses a request that was parsed, before the app sees it. Closes the connection: its body is not read. */
  async refuse(refusal: Refusal, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const given = incoming.headers[REQUEST_ID_HEADER]
    const requestId = chooseRequestId(typeof given === 'string' ? given : undefined)
    const response = this.#refuse(refusal, { requestId }, incoming.method)
    const body = Buffer.from(await response.arrayBuffer())
    const headers = { ...Object.fromEntries(response.headers), 'content-length': body.length, connection: 'close' }
    outgoing.writeHead(response.status, headers).end(incoming.method === 'HEAD' ? undefined : body)
  }

  /** Answers the `clientError` of a server, and closes the connection. */
  async answer(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
    const pending = this.#pending(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || pending === 'pipelined' || pending?.headersSent === true) {
      socket.destroy()
      return
    }
    await this.#close(socket, CODE_BY_PARSER_CODE[error.code ?? ''] ?? 'invalid_request', pending)
  }

  /** Refuses a method CONNECT, which only a proxy takes, and closes the connection. */
  async refuseTunnel(socket: Duplex): Promise<void> {
    const pending = this.#pending(socket)
    if (pending === undefined) await this.#close(socket, 'invalid_request', undefined)
    else socket.destroy()
  }

  /** Refuses another protocol on this connection, as WebSocket clients ask for one, and closes it. */
  async refuseUpgrade(socket: Duplex): Promise<void> {
    // Whatever the client still says in the other protocol.
    socket.on('error', () => socket.destroy())
    const pending = this.#pending(socket)
    if (pending === undefined) await this.#close(socket, 'upgrade_not_supported', undefined, { upgrade: 'HTTP/1.1' })
    else socket.destroy()
  }

  async #close(
    socket: Duplex,
    code: ErrorCode,
    pending: ServerResponse | undefined,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const response =
      pending === undefined
        ? this.#refuse({ code }, { requestId: chooseRequestId(undefined) })
        : this.#breakOff(code, pending)
    const body = Buffer.from(await response.arrayBuffer())
    if (pending?.headersSent === true) {
      socket.destroy()
      return
    }
    response.headers.set('content-length', String(body.length))
    response.headers.set('connection', 'close')
    for (const [name, value] of Object.entries(more)) response.headers.set(name, value)
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const head = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${headers}\r\n`
    socket.end(Buffer.concat([Buffer.from(head), body]))
    this.#linger(socket)
  }

  /**
   * Cuts a connection whose client does not close it. Node does so itself for none of these: it has handed over those
   * that asked for another protocol, and would keep them, and with them the server, for as long as the client likes.
   * What the client still sends is read meanwhile, because unread bytes would take the answer away from it.
   */
  #linger(socket: Duplex): void {
    if (socket.destroyed) return
    this.#lingering.add(socket)
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => {
      clearTimeout(timer)
      this.#lingering.delete(socket)
    })
    socket.resume()
  }

  /** Cuts the connections that have their answer and are still open. */
  cut(): void {
    for (const socket of this.#lingering) socket.destroy()
  }

  #pending(socket: Duplex): ServerResponse | 'pipelined' | undefined {
    const latest = this.#latest.get(socket)
    return latest === 'pipelined' || latest?.writableFinished === false ? latest : undefined
  }

  /**
   * The app logs and counts this request itself, under the id that it has set on the pending response, or will choose
   * by the same rule where it has not seen the request yet.
   */
  #breakOff(code: ErrorCode, pending: ServerResponse): Response {
    const known = pending.getHeader(REQUEST_ID_HEADER) ?? pending.req.headers[REQUEST_ID_HEADER]
    const requestId = chooseRequestId(typeof known === 'string' ? known : undefined)
    this.#options.logger.info({ requestId, status: ERRORS[code].status, code }, 'request broke off')
    return this.#render({ code }, { requestId })
  }

  #refuse(refusal: Refusal, ids: ClientErrorIds, method = 'unknown'): Response {
    const { logger, metrics } = this.#options
    const { code } = refusal
    const { status } = ERRORS[code]
    logger.info({ requestId: ids.requestId, method, route: 'unmatched', status, code }, 'request')
    metrics?.observeRequest(method, 'unmatched', status, 0)
    return this.#render(refusal, ids)
  }

  #render(refusal: Refusal, ids: ClientErrorIds): Response {
    const response = this.#options.render(new SluiceError(refusal), ids)
    response.headers.set(REQUEST_ID_HEADER, ids.requestId)
    // Some of these answers are written to the socket, past the server that sets the headers of all others.
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
    return response
  }
}
