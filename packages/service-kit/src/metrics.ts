import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client'

export type { Counter, Histogram }

type Own<Configuration> = Omit<Configuration, 'registers'>

/** The metrics of one service, in a registry of its own. */
export interface Metrics {
  readonly contentType: string
  /** The Prometheus text of everything registered. */
  render(): Promise<string>
  counter<Label extends string>(configuration: Own<CounterConfiguration<Label>>): Counter<Label>
  gauge<Label extends string>(configuration: Own<GaugeConfiguration<Label>>): Gauge<Label>
  histogram<Label extends string>(configuration: Own<HistogramConfiguration<Label>>): Histogram<Label>
  /** Counts one finished request. `route` is the pattern, never the path: label values must stay few. */
  observeRequest(method: string, route: string, status: number, durationMs: number): void
}

interface MetricsOptions {
  readonly service: string
  /** Process metrics: CPU, memory, event loop lag, collections. On by default. */
  readonly process?: boolean
}

/** In seconds, from a cached answer to a long streamed completion. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Makes a service's metrics; every series carries the label `service`. Names follow Prometheus' naming practices. */
export function createMetrics(options: MetricsOptions): Metrics {
  return new ServiceMetrics(options)
}

interface Series {
  readonly count: Counter.Internal
  readonly duration: Histogram.Internal<string>
}

const REQUEST_LABELS = ['method', 'route', 'status'] as const

class ServiceMetrics implements Metrics {
  readonly #registers: [Registry]
  readonly #requests: Counter<(typeof REQUEST_LABELS)[number]>
  readonly #durations: Histogram<(typeof REQUEST_LABELS)[number]>
  /** Resolved once per combination: methods, route patterns and statuses are few. */
  readonly #seriesByKey = new Map<string, Series>()

  constructor({ service, process = true }: MetricsOptions) {
    const registry = new Registry()
    registry.setDefaultLabels({ service })
    if (process) collectDefaultMetrics({ register: registry })
    this.#registers = [registry]
    this.#requests = this.counter({
      name: 'http_requests_total',
      help: 'Finished HTTP requests.',
      labelNames: REQUEST_LABELS,
    })
    this.#durations = this.histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of the request to the last byte of the response.',
      labelNames: REQUEST_LABELS,
      buckets: DURATION_BUCKETS,
    })
  }

  get contentType(): string {
    return this.#registers[0].contentType
  }

  render(): Promise<string> {
    return this.#registers[0].metrics()
  }

  counter<Label extends string>(configuration: Own<CounterConfiguration<Label>>): Counter<Label> {
    return new Counter({ ...configuration, registers: this.#registers })
  }

  gauge<Label extends string>(configuration: Own<GaugeConfiguration<Label>>): Gauge<Label> {
    return new Gauge({ ...configuration, registers: this.#registers })
  }

  histogram<Label extends string>(configuration: Own<HistogramConfiguration<Label>>): Histogram<Label> {
    return new Histogram({ ...configuration, registers: this.#registers })
  }

  observeRequest(method: string, route: string, status: number, durationMs: number): void {
    const key = `${method} ${status} ${route}`
    let series = this.#seriesByKey.get(key)
    if (series === undefined) {
      const labels = { method, route, status: String(status) }
      series = { count: this.#requests.labels(labels), duration: this.#durations.labels(labels) }
      this.#seriesByKey.set(key, series)
    }
    series.count.inc()
    series.duration.observe(durationMs / 1_000)
  }
}
