import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '@sluice/contracts'
import type { DestinationStream } from 'pino'
import type { z } from 'zod'
import { defined } from './async/index.ts'
import type { RenderClientError } from './client-errors.ts'
import { systemClock } from './clock.ts'
import { type CloseHook, createCloseHooks } from './close-hooks.ts'
import { readConfig } from './config.ts'
import { createApp, type ServiceRoutes } from './create-app.ts'
import { type Environment, findMisspelt } from './environment/index.ts'
import { createHealth, type Health, type ReadinessCheck } from './health.ts'
import { type Doorkeeper, type FetchHandler, type HttpServer, listen } from './http-server.ts'
import { createLogger, type Logger } from './logger.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import type { ApiInfo } from './open-api.ts'
import { renderClientProblem, renderProblem } from './problem.ts'
import type { ServiceConfig } from './service-config.ts'
import type { ServiceDescription } from './service-description.ts'
import { openTelemetry } from './tracing/open-telemetry.ts'
import { OpenTraces } from './tracing/open-traces.ts'
import type { Telemetry } from './tracing/telemetry.ts'

export interface ServiceDefinition<Config extends ServiceConfig> extends ServiceDescription {
  readonly configSchema: z.ZodObject & z.ZodType<Config>
  /** Opens the connections of the service and makes its app. It registers everything it opens with `onClose`. */
  build(context: BuildContext<Config>): BuiltService | Promise<BuiltService>
}

export interface BuildContext<Config extends ServiceConfig> {
  /** The service's name. */
  readonly service: string
  readonly info: ApiInfo
  readonly config: Config
  readonly logger: Logger
  readonly metrics: Metrics
  /** Spans and metrics for a collector; undefined where none is configured. */
  readonly telemetry: Telemetry | undefined
  readonly health: Health
  readonly clock: Clock
  /** The environment, for files of the service that name variables in it. */
  readonly env: Environment
  /** `public` where health and metrics have a port of their own. Hand it to `createApp`. */
  readonly serviceRoutes: ServiceRoutes
  /** Registers something to close at the end; the latest is closed first, after the last request. */
  onClose(name: string, hook: CloseHook): void
  /**
   * Aborts when the service stops accepting requests, before it waits up to `DRAIN_TIMEOUT_MS` for those in flight. A
   * stream or another long response must then end within two seconds, in its own form. Add one listener for the
   * service, not one for each request.
   */
  readonly stopping: AbortSignal
}

interface BuiltService {
  /** Answers requests. A service without it, such as a worker, serves health, metrics and its document only. */
  readonly app?: { readonly fetch: FetchHandler }
  readonly checks?: Readonly<Record<string, ReadinessCheck>>
  /** Makes the error response for a request that never reaches the app; a problem (RFC 9457) by default. */
  readonly renderClientError?: RenderClientError
  /** Accepts any Host header, for a service that does not use it. */
  readonly acceptAnyHost?: boolean
  /** Refuses what the service has no time for, before the app sees it. */
  readonly doorkeeper?: Doorkeeper
}

export interface StartOptions {
  readonly env?: Environment
  readonly clock?: Clock
  /** The destination of log lines; standard output by default. */
  readonly logDestination?: DestinationStream
  /** Ends a start that has not finished: everything that was opened is closed. */
  readonly signal?: AbortSignal
}

export interface RunningService {
  readonly url: string
  readonly port: number
  /** Where health and metrics are served; the same as `url` unless `OPERATIONS_PORT` is set. */
  readonly operationsUrl: string
  readonly logger: Logger
  /**
   * Reports unready, stops accepting, drains, closes in reverse. A second call returns the same promise. Never rejects.
   */
  stop(): Promise<void>
}

const CLOSE_HOOK_TIMEOUT_MS = 5_000
/** A scrape of metrics takes milliseconds. */
const OPERATIONS_CLOSE_MS = 1_000
/** More than a service has parts; a listener for each request would soon be more, and Node warns of it. */
const MAX_STOPPING_LISTENERS = 50

/**
 * Starts a service and resolves once it listens. Touches no signal handler and never ends the process.
 *
 * @throws {ConfigError} when the environment is not valid; any error of `build` or of binding the port, after
 * everything that was opened has been closed.
 */
export async function startService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  options: StartOptions = {},
): Promise<RunningService> {
  const { name, info } = definition
  const { clock = systemClock, env = process.env, signal } = options
  const config: Config = readConfig(definition.configSchema, env)
  const traces = new OpenTraces()
  const logger = createLogger({
    traces,
    service: name,
    version: info.version,
    level: config.LOG_LEVEL,
    ...defined({ destination: options.logDestination }),
  })
  const misspelt = findMisspelt(Object.keys(definition.configSchema.shape), env)
  if (misspelt.length > 0) logger.warn({ variables: misspelt }, 'variables are set that nothing reads; misspelt?')
  const metrics = createMetrics({ service: name })
  const health = createHealth({ clock, logger })
  const hooks = createCloseHooks(CLOSE_HOOK_TIMEOUT_MS)
  const stopping = new AbortController()
  setMaxListeners(MAX_STOPPING_LISTENERS, stopping.signal)

  async function open(): Promise<{ server: HttpServer; operations: HttpServer | undefined }> {
    const serviceRoutes: ServiceRoutes = config.OPERATIONS_PORT === undefined ? 'all' : 'public'
    const parts = { logger, metrics, health, clock, serviceRoutes, onClose: hooks.add, stopping: stopping.signal }
    const { version } = info
    const telemetry = await openTelemetry({ service: name, version, config, traces, ...parts })
    const context = { service: name, info, config, env, telemetry, ...parts }
    const built = await definition.build(context)
    for (const [checkName, check] of Object.entries(built.checks ?? {})) health.addCheck(checkName, check)
    signal?.throwIfAborted()
    const { app = createApp({ ...context, renderError: renderProblem }), acceptAnyHost, doorkeeper } = built
    const render = built.renderClientError ?? renderClientProblem
    const operations = await openOperations(context)
    const at = { host: config.HOST, port: config.PORT }
    const server = await listen(app.fetch, { ...at, logger, metrics, render, acceptAnyHost, doorkeeper })
    return { server, operations }
  }

  try {
    const { server, operations } = await Promise.race([open(), rejectOnAbort(signal)])
    const url = urlOf(config.HOST, server)
    const operationsUrl = operations === undefined ? url : urlOf(operationsHost(config), operations)
    logger.info({ url, ...(operations === undefined ? {} : { operationsUrl }) }, 'ready')
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= stopService({ config, health, hooks, logger, server, stopping })
      return stopped
    }
    return { url, port: server.port, operationsUrl, logger, stop }
  } catch (error) {
    await hooks.run(logger)
    throw error
  }
}

/**
 * Opens the port for operations, if there is one. It is closed after the last request, so that it tells of the drain.
 */
async function openOperations(context: BuildContext<ServiceConfig>): Promise<HttpServer | undefined> {
  const { config, logger, metrics } = context
  if (config.OPERATIONS_PORT === undefined) return undefined
  const app = createApp({ ...context, serviceRoutes: 'operations', renderError: renderProblem })
  const server = await listen(app.fetch, {
    host: operationsHost(config),
    port: config.OPERATIONS_PORT,
    logger,
    metrics,
    render: renderClientProblem,
    acceptAnyHost: true,
  })
  context.onClose('operations port', async () => void (await server.close(OPERATIONS_CLOSE_MS)))
  return server
}

function operationsHost({ HOST, OPERATIONS_HOST }: ServiceConfig): string {
  return OPERATIONS_HOST ?? HOST
}

function urlOf(host: string, { port }: HttpServer): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

interface StopContext {
  readonly config: ServiceConfig
  readonly health: Health
  readonly hooks: ReturnType<typeof createCloseHooks>
  readonly logger: Logger
  readonly server: HttpServer
  readonly stopping: AbortController
}

async function stopService({ config, health, hooks, logger, server, stopping }: StopContext): Promise<void> {
  logger.info({ drainDelayMs: config.DRAIN_DELAY_MS, drainTimeoutMs: config.DRAIN_TIMEOUT_MS }, 'stopping')
  health.drain()
  server.announceClose()
  if (config.DRAIN_DELAY_MS > 0) await sleep(config.DRAIN_DELAY_MS)
  stopping.abort()
  const cut = await server.close(config.DRAIN_TIMEOUT_MS)
  if (cut > 0) logger.warn({ connections: cut }, 'connections cut: the drain took too long')
  await hooks.run(logger)
  logger.info('stopped')
}

function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal === undefined) return
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
