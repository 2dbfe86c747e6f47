import { createServer, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { ERRORS, type ErrorCode, SluiceError } from '@sluice/contracts'
import { newErrorId } from './error-id.ts'
import type { Logger } from './logger.ts'
import { chooseRequestId, REQUEST_ID_HEADER } from './request-id.ts'

/** What `Hono.fetch` looks like to a server. */
export type FetchHandler = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

export interface HttpServer {
  readonly port: number
  /** Answers from now on ask the client to close its connection. */
  announceClose(): void
  /**
   * Stops accepting, closes idle connections and lets requests in flight finish for `timeoutMs` milliseconds.
   *
   * @returns how many connections had to be cut.
   */
  close(timeoutMs: number): Promise<number>
}

/**
 * Bounds on slow clients, in milliseconds. `requestTimeout` bounds the arrival of a request, not its answer, so that
 * streams may last. An idle connection outlives the 60 s after which common load balancers drop theirs, or they would
 * send requests into a closing connection.
 */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
} as const

const IDLE_SWEEP_INTERVAL_MS = 25

export interface ListenOptions {
  readonly renderClientError?: RenderClientError | undefined
  /** Takes requests whose Host header makes no URL, for a service that has no use for that header. */
  readonly acceptAnyHost?: boolean | undefined
}

/** What the adapter takes for sure; anything else is not looked at any further (RFC 2606 keeps `.invalid` free). */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d{1,4})?$/
const UNKNOWN_HOST = 'host.invalid'

function isPlainHost(host: string | undefined): boolean {
  return host !== undefined && PLAIN_HOST.test(host)
}

/** Listens with @hono/node-server; rejects when the address cannot be had. */
export async function listen(
  fetch: FetchHandler,
  host: string,
  port: number,
  logger: Logger,
  { renderClientError, acceptAnyHost = false }: ListenOptions = {},
): Promise<HttpServer> {
  let closing = false
  const listener = getRequestListener((request, bindings) => fetch(request, withoutHttp2(bindings)), {
    errorHandler: (thrown) => answerFailure(thrown, logger, renderClientError),
  })
  const server = createServer(LIMITS, (incoming, outgoing) => {
    if (closing) outgoing.setHeader('connection', 'close')
    if (acceptAnyHost && !isPlainHost(incoming.headers.host)) incoming.headers.host = UNKNOWN_HOST
    void listener(incoming, outgoing)
  })
  server.on('clientError', (error, socket) => void answerClientError(error, socket, renderClientError))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    announceClose() {
      closing = true
    },
    close(timeoutMs) {
      closing = true
      return drain(server, timeoutMs)
    },
  }
}

async function drain(server: Server, timeoutMs: number): Promise<number> {
  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)))
  // A connection whose answer ends during the drain becomes idle again, and would hold the server open.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
  const bound = new AbortController()
  const late = sleep(timeoutMs, false, { signal: bound.signal }).catch(() => false)
  try {
    if (await Promise.race([closed, late])) return 0
    const left = await countConnections(server)
    server.closeAllConnections()
    await closed
    return left
  } finally {
    bound.abort()
    clearInterval(sweep)
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : 0)))
}

/** The server is created for HTTP/1.1, which the adapter's type cannot know. */
function withoutHttp2(bindings: unknown): HttpBindings {
  return bindings as HttpBindings
}

/** For what fails outside the app: a request line that makes no URL, or the app's own error handling. */
function answerFailure(thrown: unknown, logger: Logger, render: RenderClientError | undefined): Response {
  const refused = thrown instanceof Error && thrown.name === 'RequestError'
  const code = refused ? 'invalid_request' : 'internal_error'
  const requestId = chooseRequestId(undefined)
  const errorId = refused ? undefined : newErrorId()
  if (!refused) logger.error({ requestId, errorId, err: thrown }, 'request failed outside the app')
  const response = render?.(new SluiceError(code), errorId) ?? new Response(null, { status: ERRORS[code].status })
  response.headers.set(REQUEST_ID_HEADER, requestId)
  return response
}

const CODE_BY_PARSER_CODE: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Makes the body of an error that no app has seen, in the service's own form. */
export type RenderClientError = (error: SluiceError, errorId?: string) => Response

/** Answers what is not HTTP at all, or took too long to arrive, with a request id and a body like every other error. */
async function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  render: RenderClientError | undefined,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = CODE_BY_PARSER_CODE[error.code ?? ''] ?? 'invalid_request'
  const { status } = ERRORS[code]
  const response = render?.(new SluiceError(code)) ?? new Response(null, { status })
  const body = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(
    Buffer.concat([
      Buffer.from(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${REQUEST_ID_HEADER}: ${chooseRequestId(undefined)}\r\n` +
          `${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n`,
      ),
      body,
    ]),
  )
}
