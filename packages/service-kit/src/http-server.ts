import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { Refusal } from '@sluice/contracts'
import { withTimeout } from './async/index.ts'
import { type ClientErrorOptions, ClientErrors } from './client-errors.ts'
import { NewCallers } from './new-callers.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
// Made before `getRequestListener` replaces the global Response: the adapter would send one of its own kind.
import './response-already-sent.ts'
import { stopReadingBehindAnswer } from './unread-bodies.ts'

/** What `Hono.fetch` looks like to a server. */
export type FetchHandler = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

export interface HttpServer {
  readonly port: number
  /** Makes every further answer ask the client to close its connection. */
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

/** The status under which requests are counted whose callers had left: nginx's `client closed request`. */
const LEFT = 499
const IDLE_SWEEP_INTERVAL_MS = 25
/**
 * New connections that the system keeps until they are accepted, at most its `somaxconn`. Of more, some callers try
 * again only after seconds: Node's 511 are used up where twenty clients connect with their hundreds at once.
 */
const BACKLOG = 4_096
const SECURITY_HEADER_LINES = Object.entries(SECURITY_HEADERS)

/** Sees connections and requests before the app does. */
export interface Doorkeeper {
  /** Somebody has connected. */
  onConnection(): void
  /** Answers a request itself and returns true, at once or later, where the app is not to see it. */
  turnsAway(incoming: IncomingMessage, outgoing: ServerResponse): boolean
}

export interface ListenOptions extends ClientErrorOptions {
  readonly host: string
  /** 0 lets the system pick one. */
  readonly port: number
  /** Accepts a Host header that is not valid in a URL, for a service that does not use the header. */
  readonly acceptAnyHost?: boolean | undefined
  readonly doorkeeper?: Doorkeeper | undefined
  /** Other bounds than `LIMITS`, for tests. */
  readonly limits?: Partial<Record<keyof typeof LIMITS, number>>
}

/** A host that the adapter accepts. Any other one is replaced (RFC 2606 reserves `.invalid`). */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d{1,4})?$/
const UNKNOWN_HOST = 'host.invalid'

function isPlainHost(host: string | undefined): boolean {
  return host !== undefined && PLAIN_HOST.test(host)
}

const NO_HOST: Refusal = { code: 'invalid_request', message: 'Send a Host header, which HTTP/1.1 requires.' }
const TWO_HOSTS: Refusal = { code: 'invalid_request', message: 'Send one Host header only.' }

/** RFC 9112, section 3.2: a server refuses a request of HTTP/1.1 without a Host header, and one with several. */
function hostFault({ headers, httpVersion, rawHeaders }: IncomingMessage): Refusal | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? NO_HOST : undefined
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1 ? TWO_HOSTS : undefined
}

/** Any other protocol that is offered, such as h2c, may be ignored: the request is answered by HTTP/1.1. */
function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** HTTP/1.0 needs no Host header, and plain health checks of load balancers send none. */
function needsNoHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.0'
}

/** Listens with @hono/node-server; rejects when the address cannot be bound. */
export async function listen(fetch: FetchHandler, options: ListenOptions): Promise<HttpServer> {
  const { host, port, acceptAnyHost = false, doorkeeper } = options
  let closing = false
  const errors = new ClientErrors(options)
  const listener = getRequestListener((request, bindings) => fetch(request, withoutHttp2(bindings)), {
    errorHandler: (thrown) => errors.respond(thrown),
  })
  // Node's own answer to a missing Host header has no body and no request id.
  const settings = { ...LIMITS, ...options.limits, requireHostHeader: false, shouldUpgradeCallback: asksForWebSocket }
  const newCallers = new NewCallers(({ method = '' }) => options.metrics?.observeRequest(method, 'unmatched', LEFT, 0))
  const server = createServer(settings, (incoming, outgoing) => {
    errors.track(incoming, outgoing)
    newCallers.handOver(incoming, () => answer(incoming, outgoing))
  })
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (closing) outgoing.setHeader('connection', 'close')
    for (const [name, value] of SECURITY_HEADER_LINES) outgoing.setHeader(name, value)
    stopReadingBehindAnswer(incoming, outgoing)
    const fault = hostFault(incoming)
    if (fault !== undefined) {
      void errors.refuse(fault, incoming, outgoing)
      return
    }
    if (doorkeeper?.turnsAway(incoming, outgoing) === true) return
    const usesHost = !needsNoHost(incoming) && (!acceptAnyHost || isPlainHost(incoming.headers.host))
    if (!usesHost) incoming.headers.host = UNKNOWN_HOST
    void listener(incoming, outgoing)
  }
  server.on('connection', (socket) => {
    newCallers.add(socket)
    doorkeeper?.onConnection()
  })
  // RFC 9110, section 10.1.1: only `100-continue` is defined, and Node answers that one itself.
  server.on(
    'checkExpectation',
    (incoming, outgoing) => void errors.refuse({ code: 'expectation_failed' }, incoming, outgoing),
  )
  // Node closes the connection without an answer when nobody listens to this.
  server.on('connect', (_incoming, socket) => void errors.refuseTunnel(socket))
  // Agents that try WebSocket first fall back to HTTP at once on 426 only (RFC 9110, section 15.5.22).
  server.on('upgrade', (_incoming, socket) => void errors.refuseUpgrade(socket))
  server.on('clientError', (error, socket) => void errors.answer(error, socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog: BACKLOG }, () => {
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
      return drain(server, () => errors.cut(), timeoutMs)
    },
  }
}

async function drain(server: Server, cutRefused: () => void, timeoutMs: number): Promise<number> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection becomes idle when its answer ends during the drain, and would keep the server open.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_INTERVAL_MS)
  try {
    const isClosed = await withTimeout(
      timeoutMs,
      () => closed.then(() => true),
      () => false,
    )
    if (isClosed) return 0
    const left = await countConnections(server)
    server.closeAllConnections()
    // The server knows nothing any more of those that asked for another protocol.
    cutRefused()
    await closed
    return left
  } finally {
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
