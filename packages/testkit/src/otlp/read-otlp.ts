import { z } from 'zod'

/** Attributes by name; numbers as numbers. */
type Attributes = Readonly<Record<string, string | number | boolean>>

export interface OtlpSpan {
  readonly name: string
  /** 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first of a trace. */
  readonly parentSpanId: string
  readonly traceState: string
  readonly startNanos: bigint
  readonly endNanos: bigint
  readonly hasFailed: boolean
  readonly attributes: Attributes
  readonly resource: Attributes
}

export interface OtlpSeries {
  readonly key: string
  readonly name: string
  readonly unit: string
  readonly attributes: Attributes
  readonly count: number
  readonly sum: number
}

/** 64-bit whole numbers are decimal text in JSON (Protocol Buffers, JSON mapping); smaller ones come either way. */
const long = z.union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()])
const attribute = z.object({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: long }),
    z.strictObject({ doubleValue: z.number() }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
})
const attributes = z.array(attribute).default([])
const resource = z.object({ attributes })

/** `ExportTraceServiceRequest`: ids are hexadecimal here, and not base64 as Protocol Buffers have bytes. */
const traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource,
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().default(''),
              traceState: z.string().default(''),
              name: z.string(),
              kind: z.int(),
              startTimeUnixNano: long,
              endTimeUnixNano: long,
              attributes,
              status: z.object({ code: z.int().default(0) }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** `ExportMetricsServiceRequest`, of which only histograms are sent. */
const metrics = z.object({
  resourceMetrics: z.array(
    z.object({
      resource,
      scopeMetrics: z.array(
        z.object({
          metrics: z.array(
            z.object({
              name: z.string(),
              unit: z.string(),
              histogram: z.object({ dataPoints: z.array(z.object({ attributes, count: long, sum: z.number() })) }),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** Reads the body of a request to `/v1/traces`. Throws where it is none. */
export function readSpans(body: unknown): OtlpSpan[] {
  return traces.parse(body).resourceSpans.flatMap(({ resource: of, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ startTimeUnixNano, endTimeUnixNano, status, attributes: own, ...span }) => ({
        ...span,
        startNanos: BigInt(startTimeUnixNano),
        endNanos: BigInt(endTimeUnixNano),
        hasFailed: status.code === 2,
        attributes: byName(own),
        resource: byName(of.attributes),
      })),
    ),
  )
}

/** Reads the body of a request to `/v1/metrics`. Throws where it is none. */
export function readSeries(body: unknown): OtlpSeries[] {
  return metrics.parse(body).resourceMetrics.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics: read }) =>
      read.flatMap(({ name, unit, histogram }) =>
        histogram.dataPoints.map(({ attributes: own, count, sum }) => {
          const named = byName(own)
          return { key: `${name} ${JSON.stringify(named)}`, name, unit, attributes: named, count: Number(count), sum }
        }),
      ),
    ),
  )
}

function byName(list: z.output<typeof attributes>): Attributes {
  return Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]))
}

function plain(value: z.output<typeof attribute>['value']): string | number | boolean {
  if ('stringValue' in value) return value.stringValue
  if ('intValue' in value) return Number(value.intValue)
  return 'doubleValue' in value ? value.doubleValue : value.boolValue
}
