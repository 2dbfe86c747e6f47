import type { Clock } from '@sluice/contracts'
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { ServiceEnv } from './app-env.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { chooseRequestId, REQUEST_ID_HEADER } from './request-id.ts'
import { RequestSpans } from './tracing/request-spans.ts'
import type { Telemetry } from './tracing/telemetry.ts'

interface ObserveOptions {
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Undefined where nothing is traced. */
  readonly telemetry?: Telemetry | undefined
  /** Answers a thrown value that is no error; Hono passes only errors to `onError`. */
  readonly respond: (thrown: unknown, context: Context<ServiceEnv>) => Response
}

const QUIET_ROUTES = new Set(['/health/live', '/health/ready', '/metrics'])

/**
 * The one middleware in front of every route: request id, access line and metrics together, because each middleware
 * costs every request a promise.
 *
 * The line is written when the last byte was sent or the caller has left (`aborted`), so that the duration includes the
 * whole stream. It has the route's pattern, never the path or query, which may hold identifiers.
 */
export function observeRequests(options: ObserveOptions): MiddlewareHandler<ServiceEnv> {
  const { clock, logger, metrics, respond, telemetry } = options
  const spans = telemetry === undefined ? undefined : new RequestSpans(telemetry)
  return async (context, next) => {
    const startedMs = clock.monotonicMs()
    const requestId = chooseRequestId(context.req.header(REQUEST_ID_HEADER))
    context.set('requestId', requestId)
    const span = spans === undefined ? undefined : openSpan(spans, context, requestId, startedMs)
    const { outgoing } = context.env ?? {}
    // Set on Node's response, not on Hono's: that keeps Hono's fast path for plain header objects.
    outgoing?.setHeader(REQUEST_ID_HEADER, requestId)
    try {
      await next()
    } catch (thrown) {
      context.res = respond(thrown, context)
    }

    const { method } = context.req
    const pattern = routePattern(context)
    const { status } = context.res
    const finish = () => {
      const { route = pattern, ...fields } = context.get('requestLogFields') ?? {}
      const durationMs = clock.monotonicMs() - startedMs
      metrics.observeRequest(method, route, status, durationMs)
      const line = { requestId, method, route, status, durationMs: Math.round(durationMs * 10) / 10, ...fields }
      const aborted = outgoing !== undefined && !outgoing.writableFinished
      const record = aborted ? { ...line, aborted } : line
      if (QUIET_ROUTES.has(route)) logger.debug(record, 'request')
      else logger.info(record, 'request')
      if (span !== undefined) spans?.end(span, { ...record, durationMs })
    }
    if (outgoing === undefined) {
      context.header(REQUEST_ID_HEADER, requestId)
      finish()
    } else if (outgoing.destroyed) finish()
    else outgoing.once('close', finish)
  }
}

/** Probes and scrapes leave no spans. */
function openSpan(spans: RequestSpans, context: Context<ServiceEnv>, requestId: string, startedMs: number) {
  const { method, path } = context.req
  if (QUIET_ROUTES.has(path)) return undefined
  const span = spans.open({ requestId, method, startedMs, traceparent: context.req.header('traceparent') })
  context.set('span', span)
  return span
}

/** The pattern of the route that answered; `unmatched` when only middleware ran. */
export function routePattern(context: Context<ServiceEnv>): string {
  const route = matchedRoutes(context).at(-1)
  if (route === undefined || (route.method === 'ALL' && route.path.endsWith('*'))) return 'unmatched'
  return route.path
}
