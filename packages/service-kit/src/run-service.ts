import { withTimeout } from './async/index.ts'
import { ConfigError } from './environment/index.ts'
import { type Logger, standardOutput } from './logger.ts'
import { routeConsole } from './route-console.ts'
import type { ServiceConfig } from './service-config.ts'
import { type RunningService, type ServiceDefinition, type StartOptions, startService } from './start-service.ts'

/** `EX_CONFIG` of sysexits.h: something was found in an unconfigured or misconfigured state. */
export const EXIT_CONFIG = 78
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
  await runServices([{ ...options, definition }])
}

/** A service with what it has in place of the process's own. */
interface ServiceToRun extends Omit<StartOptions, 'signal'> {
  readonly definition: ServiceDefinition<ServiceConfig>
}

/**
 * Runs several services as one process, each with its own environment, port, logger, health and metrics. What ends one
 * ends all, as `runService` says it: a signal, a start that fails, an exception that nobody caught.
 */
export async function runServices(services: readonly ServiceToRun[]): Promise<void> {
  const startup = new AbortController()
  const running: RunningService[] = []
  const ended = Promise.withResolvers<void>()
  const logDestination = standardOutput()
  let exitCode = 0
  let signals = 0

  const end = () => {
    startup.abort(new StartInterrupted())
    ended.resolve()
  }
  const onSignal = () => {
    signals += 1
    if (signals > 1) process.exit(EXIT_FAILURE)
    end()
  }
  const onFatal = (error: unknown) => {
    exitCode = EXIT_FAILURE
    // Nothing says whose it was: the first service tells it for all.
    const [first] = running
    if (first === undefined) report(services.map(({ definition }) => definition.name).join(', '), error)
    else first.logger.fatal({ err: error }, 'uncaught')
    end()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', onFatal)
  process.on('unhandledRejection', onFatal)

  const start = async ({ definition, ...options }: ServiceToRun) => {
    try {
      const service = await startService(definition, { logDestination, ...options, signal: startup.signal })
      if (running.push(service) === 1) routeConsole(console, service.logger)
    } catch (error) {
      if (error instanceof StartInterrupted) return
      report(definition.name, error)
      exitCode ||= error instanceof ConfigError ? EXIT_CONFIG : EXIT_FAILURE
      end()
    }
  }
  await Promise.all(services.map(start))
  await ended.promise
  await Promise.all(running.map((service) => service.stop()))
  await Promise.all(running.map(({ logger }) => flush(logger)))
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
