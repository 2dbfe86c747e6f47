import { randomUUID } from 'node:crypto'
import type { ExportResult } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace'
import { withTimeout } from '../async/index.ts'
import type { Counter } from '../metrics.ts'
import { definedAttributes } from './defined-attributes.ts'
import { createSampler } from './sampler.ts'
import { SpanRoots } from './span-roots.ts'
import type { Telemetry } from './telemetry.ts'
import type { TelemetryOptions } from './telemetry-options.ts'
import { ExportWatch } from './watched-exporter.ts'

/** A batch is written as JSON in one piece, on the event loop: 256 spans take one to two milliseconds. */
const BATCH_SPANS = 256
/** How long the end of a service waits for what has not been sent, in milliseconds. */
const LAST_EXPORT_MS = 2_000
/** No attribute of ours is longer, in UTF-16 code units. */
const LONGEST_VALUE = 256
/** Series of one metric; further ones are counted together. */
const MAX_SERIES = 2_000

interface SdkOptions extends TelemetryOptions {
  readonly endpoint: string
  readonly exports: Counter<'signal' | 'outcome'>
}

/**
 * Starts the standard SDK. Nothing is registered globally, so that libraries which bring spans of their own, with
 * content in them, send none.
 */
export function startSdk(options: SdkOptions): Telemetry {
  const { onClose } = options
  const resource = resourceOf(options)
  const tracerProvider = openTracer(options, resource)
  const meterProvider = openMeter(options, resource)
  onClose('telemetry', () =>
    withTimeout(
      LAST_EXPORT_MS,
      async () => void (await Promise.allSettled([tracerProvider.shutdown(), meterProvider.shutdown()])),
      () => undefined,
    ),
  )
  const meter = meterProvider.getMeter(SCOPE, options.version)
  const roots = new SpanRoots({ ...options, tracer: tracerProvider.getTracer(SCOPE, options.version) })
  return {
    openRoot: (start) => roots.open(start),
    distribution(name, unit, description, boundaries) {
      const histogram = meter.createHistogram(name, {
        unit,
        description,
        advice: { explicitBucketBoundaries: [...boundaries] },
      })
      return { record: (value, attributes) => histogram.record(value, definedAttributes(attributes)) }
    },
  }
}

const SCOPE = 'sluice'

function resourceOf({ config, service, version }: TelemetryOptions): Resource {
  return resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'sluice',
    'service.version': version,
    'service.instance.id': randomUUID(),
    ...config.OTEL_RESOURCE_ATTRIBUTES,
    ...(config.OTEL_SERVICE_NAME !== undefined && { 'service.name': config.OTEL_SERVICE_NAME }),
  })
}

function openTracer(options: SdkOptions, resource: Resource): TracerProvider {
  const { config } = options
  if (config.OTEL_TRACES_EXPORTER === 'none')
    return new TracerProvider({ resource, sampler: createSampler('always_off') })
  const exporter = new OTLPTraceExporter(exporterOptions(options, 'v1/traces'))
  const watch = new ExportWatch({ ...options, signal: 'spans' })
  return new TracerProvider({
    resource,
    sampler: createSampler(config.OTEL_TRACES_SAMPLER, config.OTEL_TRACES_SAMPLER_ARG),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: {
          export: (spans: ReadableSpan[], done) => exporter.export(spans, watching(watch, spans.length, done)),
          shutdown: () => exporter.shutdown(),
        },
        maxQueueSize: config.OTEL_BSP_MAX_QUEUE_SIZE,
        maxExportBatchSize: Math.min(BATCH_SPANS, config.OTEL_BSP_MAX_QUEUE_SIZE),
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
        exportTimeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
      }),
    ],
  })
}

function openMeter(options: SdkOptions, resource: Resource): MeterProvider {
  const { config } = options
  if (config.OTEL_METRICS_EXPORTER === 'none') return new MeterProvider({ resource })
  const exporter = new OTLPMetricExporter(exporterOptions(options, 'v1/metrics'))
  const watch = new ExportWatch({ ...options, signal: 'metrics' })
  return new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: {
          export: (metrics: ResourceMetrics, done) => exporter.export(metrics, watching(watch, 1, done)),
          forceFlush: () => exporter.forceFlush(),
          selectAggregationTemporality: (type) => exporter.selectAggregationTemporality(type),
          shutdown: () => exporter.shutdown(),
        },
        exportIntervalMillis: config.OTEL_METRIC_EXPORT_INTERVAL,
        exportTimeoutMillis: Math.min(config.OTEL_EXPORTER_OTLP_TIMEOUT, config.OTEL_METRIC_EXPORT_INTERVAL),
        cardinalityLimits: { default: MAX_SERIES },
      }),
    ],
  })
}

function exporterOptions({ config, endpoint }: SdkOptions, path: string) {
  return {
    url: `${endpoint.replace(/\/+$/, '')}/${path}`,
    headers: { ...config.OTEL_EXPORTER_OTLP_HEADERS },
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    // Batches go out one by one, but at the end of the service all that wait, beside the one under way.
    concurrencyLimit: 1 + Math.ceil(config.OTEL_BSP_MAX_QUEUE_SIZE / BATCH_SPANS),
  }
}

function watching(watch: ExportWatch, count: number, done: (result: ExportResult) => void) {
  return (result: ExportResult) => {
    watch.ended(count, result)
    done(result)
  }
}
