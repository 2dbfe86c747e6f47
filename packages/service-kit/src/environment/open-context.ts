import type { Clock } from '@sluice/contracts'

/**
 * What a package needs of a service to open something for it, by its shape: the build context of a service has all of
 * it, and a package that opens things need not know how services are run.
 */
export interface OpenContext<Config> {
  /** The service's name, as in `gateway`. */
  readonly service: string
  readonly config: Config
  readonly clock: Clock
  readonly logger: OpenLogger
  readonly metrics: OpenMetrics
  /** Registers what to close at the end; the latest is closed first. */
  onClose(name: string, hook: () => unknown): void
}

interface OpenLogger {
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

interface LogFacts {
  readonly err: unknown
  readonly [name: string]: unknown
}

interface OpenMetrics {
  gauge(configuration: { readonly name: string; readonly help: string }): { set(value: number): void }
}
