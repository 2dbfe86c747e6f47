import { OpenAPIHono } from '@hono/zod-openapi'
import { type Clock, ERRORS, type ErrorCode, SluiceError } from '@sluice/contracts'
import type { Context, MiddlewareHandler } from 'hono'
import { otherAllowedMethods } from './allowed-methods.ts'
import type { RenderError, ServiceApp, ServiceEnv } from './app-env.ts'
import { newErrorId } from './error-id.ts'
import { toSluiceError } from './errors.ts'
import type { Health } from './health.ts'
import { invalidInput } from './invalid-input.ts'
import { LiteralPathRouter } from './literal-path-router.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { observeRequests } from './observe-requests.ts'
import { type ApiInfo, toOpenApiDocument } from './open-api.ts'
import { setRequestLogFields } from './request-log-fields.ts'
import type { Telemetry } from './tracing/telemetry.ts'

export interface AppOptions {
  readonly info: ApiInfo
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  /** Undefined where nothing is traced. */
  readonly telemetry?: Telemetry | undefined
  readonly health: Health
  readonly renderError: RenderError
  /** Runs in front of every route, in this order, after the middleware that logs and counts requests. */
  readonly middleware?: readonly MiddlewareHandler<ServiceEnv>[]
  /** Where the OpenAPI document is; `/openapi.json` by default. */
  readonly openApiPath?: string
  /** Which of the routes of every service it has; `all` by default. */
  readonly serviceRoutes?: ServiceRoutes
}

/**
 * `all`: health, metrics, document. `public`, where operations have a port of their own: liveness, readiness without
 * the names of dependencies, document. `operations`, for that port: health and metrics.
 */
export type ServiceRoutes = 'all' | 'public' | 'operations'

/**
 * Makes the app of a service: every response has a request id, every error the service's error body, and
 * `/health/live`, `/health/ready`, `/metrics` and the OpenAPI document are served, unless `serviceRoutes` says less.
 * Each route limits its own body.
 */
export function createApp(options: AppOptions): ServiceApp {
  const app: ServiceApp = new OpenAPIHono<ServiceEnv>({
    defaultHook: refuseInvalidInput,
    router: new LiteralPathRouter(),
  })
  const respond = createErrorResponder(options)
  app.use(observeRequests({ ...options, respond }))
  for (const middleware of options.middleware ?? []) app.use(middleware)
  app.onError(respond)
  app.notFound((context) => {
    const allowed = otherAllowedMethods(app, context.req.method, context.req.path)
    if (allowed.length === 0) return respond(new SluiceError('not_found'), context)
    const response = respond(new SluiceError('method_not_allowed'), context)
    response.headers.set('allow', allowed.join(', '))
    return response
  })
  addServiceRoutes(app, options)
  return app
}

function addServiceRoutes(app: ServiceApp, options: AppOptions): void {
  const { info, health, metrics, openApiPath = '/openapi.json', serviceRoutes = 'all' } = options
  app.get('/health/live', (context) => context.json({ status: 'live' }))
  app.get('/health/ready', async (context) => {
    const report = await health.report()
    const shown = serviceRoutes === 'public' ? { status: report.status } : report
    return context.json(shown, report.status === 'ready' ? 200 : 503)
  })
  if (serviceRoutes !== 'public') {
    app.get('/metrics', async (context) =>
      context.body(await metrics.render(), 200, { 'content-type': metrics.contentType }),
    )
  }
  if (serviceRoutes === 'operations') return
  let document: string | undefined
  app.get(openApiPath, (context) => {
    document ??= JSON.stringify(toOpenApiDocument(app, info))
    return context.body(document, 200, { 'content-type': 'application/json' })
  })
}

function createErrorResponder({ logger, renderError }: AppOptions) {
  return (thrown: unknown, context: Context<ServiceEnv>): Response => {
    const error = findError(thrown, context)
    const { status } = ERRORS[error.code]
    // A 501 is no failure: the caller chose an address that is not served. Nor is an overload, which metrics count:
    // with a stack for each refused request the log would be what is overloaded.
    if (status >= 500 && status !== 501 && error.code !== 'overloaded') {
      const errorId = newErrorId()
      context.set('errorId', errorId)
      logger.error({ requestId: context.get('requestId'), errorId, code: error.code, err: error }, 'request failed')
    }
    setRequestLogFields(context, { code: error.code })
    const response = (context.get('renderError') ?? renderError)(error, context)
    // RFC 9110, section 15.5.2: a 401 always says how to authenticate; RFC 6750 names the scheme.
    if (status === 401 && !response.headers.has('www-authenticate')) {
      response.headers.set('www-authenticate', challengeOf(error.code))
    }
    return response
  }
}

/** RFC 6750, section 3.1: by this a client knows that another token may help, and what is wrong with this one. */
function challengeOf(code: ErrorCode): string {
  if (code !== 'token_invalid' && code !== 'token_expired') return 'Bearer'
  return `Bearer error="invalid_token", error_description="${ERRORS[code].publicMessage}"`
}

function findError(thrown: unknown, { req }: Context<ServiceEnv>): SluiceError {
  if (thrown instanceof SluiceError) return thrown
  if (req.raw.signal.aborted) return new SluiceError('request_aborted', { cause: thrown })
  if (thrown instanceof URIError && !isDecodable(req.path)) return new SluiceError('not_found', { cause: thrown })
  return toSluiceError(thrown)
}

/** RFC 3986, section 2.1: an octet that is not UTF-8, or `%` without two digits, names nothing that exists. */
function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

type InputHook = NonNullable<NonNullable<ConstructorParameters<typeof OpenAPIHono<ServiceEnv>>[0]>['defaultHook']>

/** The parts of a request in the words of its sender, where Hono uses another word. */
const PLACES: Readonly<Record<string, string>> = { json: 'body', form: 'body', param: 'path' }

const refuseInvalidInput: InputHook = (result) => {
  if (result.success) return
  const place = PLACES[result.target] ?? result.target
  throw invalidInput(result.error, place)
}
