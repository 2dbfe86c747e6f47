import { z } from 'zod'
import { boolean, durationMs, integer, url } from '../environment/index.ts'

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/**
 * The variables of OpenTelemetry that every service reads, under their standard names and with their standard units
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). Durations are milliseconds.
 */
export const telemetryConfigShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: url()
    .optional()
    .describe(
      'Base address of an OpenTelemetry collector, as in `http://127.0.0.1:4318`: spans and metrics are sent to it by ' +
        'OTLP (HTTP, JSON). Unset: no part of OpenTelemetry is loaded.',
    ),
  OTEL_SDK_DISABLED: boolean().default(false).describe('`true` turns OpenTelemetry off, whatever else is set.'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs()
    .optional()
    .describe(
      'Headers for the collector, as in `authorization=Bearer%20abc`: pairs parted by commas, values URL-encoded.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json'])
    .default('http/json')
    .describe('How it is sent; a collector takes JSON at the port and path at which it takes Protocol Buffers.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: durationMs({ min: 1, max: 60_000 })
    .default(10_000)
    .describe('Milliseconds that one export may take, its retries included. No request waits for it.'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('`service.name`; the name of the service by default.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs()
    .optional()
    .describe('Further attributes of the resource, as in `deployment.environment.name=production`.'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('`none` sends metrics only.'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('`none` sends spans only.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe(
      'Which traces are kept. Those that begin with `parentbased_` follow the flag of the caller; where callers are not ' +
        'trusted to choose, take `traceidratio`.',
    ),
  OTEL_TRACES_SAMPLER_ARG: ratio()
    .default(1)
    .describe('Share of traces that the `traceidratio` samplers keep, 0 to 1.'),
  OTEL_BSP_MAX_QUEUE_SIZE: integer({ min: 1, max: 65_536 })
    .default(2_048)
    .describe('Ended spans that may wait to be sent; further ones are dropped, and counted.'),
  OTEL_BSP_SCHEDULE_DELAY: durationMs({ min: 10, max: 60_000 })
    .default(1_000)
    .describe('Milliseconds after which spans are sent, where fewer than a batch of 256 have ended.'),
  OTEL_METRIC_EXPORT_INTERVAL: durationMs({ min: 100, max: 3_600_000 })
    .default(60_000)
    .describe('Milliseconds between two exports of metrics.'),
}

export type TelemetryConfig = z.output<z.ZodObject<typeof telemetryConfigShape>>

const MAX_PAIRS = 64
/** W3C Baggage, of which both lists have the form: a token as key, a value of printable characters. */
const KEY = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/
const VALUE = /^[\x20-\x7e]{0,1024}$/

function pairs() {
  return z.string().transform((text, context): Readonly<Record<string, string>> => {
    const read = text.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [readPair(pair)]))
    const known = read.filter((pair) => pair !== undefined)
    if (known.length === read.length && known.length <= MAX_PAIRS) return Object.fromEntries(known)
    context.addIssue({ code: 'custom', message: `must be at most ${MAX_PAIRS} pairs, as in name=value,name=value` })
    return z.NEVER
  })
}

function readPair(pair: string): readonly [string, string] | undefined {
  const at = pair.indexOf('=')
  const key = pair.slice(0, Math.max(0, at)).trim()
  if (!KEY.test(key)) return undefined
  try {
    const value = decodeURIComponent(pair.slice(at + 1).trim())
    return VALUE.test(value) ? [key, value] : undefined
  } catch {
    return undefined
  }
}

function ratio() {
  return z.string().transform((text, context): number => {
    const value = /^\d(?:\.\d{1,9})?$/.test(text.trim()) ? Number(text) : Number.NaN
    if (value >= 0 && value <= 1) return value
    context.addIssue({ code: 'custom', message: 'must be a number from 0 to 1' })
    return z.NEVER
  })
}
