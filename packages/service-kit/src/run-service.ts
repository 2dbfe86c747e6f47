import { withTimeout } from './async/index.ts'
import { ConfigError } from './environment/index.ts'
import type { Logger } from './logger.ts'
import { routeConsole } from './route-console.ts'
import type { ServiceConfig } from './service-config.ts'
import { type RunningService, type ServiceDefinition, type StartOptions, startService } from './start-service.ts'

/** `EX_CONFIG` of sysexits.h: something was found in an unconfigured or misconfigured state. */
const EXIT_CONFIG = 78
const EXIT_FAILURE = 1
const FLUSH_TIMEOUT_MS = 1_000

/**
 * Runs a service as the whole process: it ends with 0 after SIGTERM or SIGINT and a clean stop, with 78 when the
 * configuration has faults (all on standard error), with 1 after any other failure. A second signal ends it at once
 * with 1. An exception that nobody caught stops the service like a signal: its state cannot be trusted any more.
 */
export async function runService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  options: Omit<StartOptions, 'signal'> = {},
): Promise<void> {
  const startup = new AbortController()
  let exitCode = 0
  let endRequested: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    endRequested = resolve
  })
  let service: RunningService | undefined
  let signals = 0

  const onSignal = () => {
    signals += 1
    if (signals > 1) process.exit(EXIT_FAILURE)
    startup.abort(new StartInterrupted())
    endRequested()
  }
  const onFatal = (error: unknown) => {
    exitCode = EXIT_FAILURE
    if (service === undefined) report(definition.name, error)
    else service.logger.fatal({ err: error }, 'uncaught')
    startup.abort(new StartInterrupted())
    endRequested()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', onFatal)
  process.on('unhandledRejection', onFatal)

  try {
    service = await startService(definition, { ...options, signal: startup.signal })
  } catch (error) {
    if (error instanceof StartInterrupted) process.exit(exitCode)
    report(definition.name, error)
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAILURE)
  }
  routeConsole(console, service.logger)
  await ended
  await service.stop()
  await flush(service.logger)
  process.exit(exitCode)
}

class StartInterrupted extends Error {}

/** Reports a failed start in plain text, because there is no logger yet. */
function report(name: string, error: unknown): void {
  const text =
    error instanceof Error ? (error instanceof ConfigError ? error.message : (error.stack ?? error.message)) : 'failed'
  process.stderr.write(`${name} could not start. ${text}\n`)
}

async function flush(logger: Logger): Promise<void> {
  const flushed = Promise.withResolvers<void>()
  logger.flush(() => flushed.resolve())
  await withTimeout(
    FLUSH_TIMEOUT_MS,
    () => flushed.promise,
    () => undefined,
  )
}
