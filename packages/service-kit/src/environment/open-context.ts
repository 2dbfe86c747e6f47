import type { Clock } from '@sluice/contracts'

/**
 * The parts of a service that a package needs to open a connection for it. The build context of a service has this
 * shape, so that such a package does not depend on how services are run.
 */
export interface OpenContext<Config> {
  /** The service's name, as in `gateway`. */
  readonly service: string
  readonly config: Config
  readonly clock: Clock
  readonly logger: OpenLogger
  readonly metrics: OpenMetrics
  /** Registers something to close at the end; the latest is closed first. */
  onClose(name: string, hook: () => unknown): void
}

interface OpenLogger {
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

interface LogFacts {
  readonly err?: unknown
  readonly [name: string]: unknown
}

interface OpenMetrics {
  gauge<Label extends string = never>(configuration: {
    readonly name: string
    readonly help: string
    readonly labelNames?: readonly Label[]
  }): OpenGauge<Label>
}

interface OpenGauge<Label extends string> {
  set(value: number): void
  set(labels: Readonly<Partial<Record<Label, string>>>, value: number): void
  /** Forgets every series. */
  reset(): void
}
