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
export function createMetrics({ service, process: processMetrics = true }: MetricsOptions): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  if (processMetrics) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    counter: (configuration) => new Counter({ ...configuration, registers }),
    gauge: (configuration) => new Gauge({ ...configuration, registers }),
    histogram: (configuration) => new Histogram({ ...configuration, registers }),
    observeRequest: createRequestObserver(registry),
  }
}

interface Series {
  readonly count: Counter.Internal
  readonly duration: Histogram.Internal<string>
}

function createRequestObserver(registry: Registry): Metrics['observeRequest'] {
  const labelNames = ['method', 'route', 'status'] as const
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Finished HTTP requests.',
    labelNames,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of the request to the last byte of the response.',
    labelNames,
    buckets: DURATION_BUCKETS,
    registers: [registry],
  })
  // Resolved once per combination: methods, route patterns and statuses are few.
  const seriesByKey = new Map<string, Series>()
  return (method, route, status, durationMs) => {
    const key = `${method} ${status} ${route}`
    let series = seriesByKey.get(key)
    if (series === undefined) {
      const labels = { method, route, status: String(status) }
      series = { count: requests.labels(labels), duration: durations.labels(labels) }
      seriesByKey.set(key, series)
    }
    series.count.inc()
    series.duration.observe(durationMs / 1_000)
  }
}
