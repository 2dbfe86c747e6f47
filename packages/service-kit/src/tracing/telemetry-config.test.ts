import { expect, it } from 'vitest'
import { z } from 'zod'
import { telemetryConfigShape } from './telemetry-config.ts'

const read = (env: Record<string, string>) => z.object(telemetryConfigShape).safeParse(env)

it('has defaults for everything but the collector', () => {
  expect(read({}).data).toEqual({
    OTEL_SDK_DISABLED: false,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TIMEOUT: 10_000,
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
    OTEL_BSP_MAX_QUEUE_SIZE: 2_048,
    OTEL_BSP_SCHEDULE_DELAY: 1_000,
    OTEL_METRIC_EXPORT_INTERVAL: 60_000,
  })
})

it.each<[string, Record<string, string>]>([
  ['one pair', { authorization: 'Bearer a' }],
  ['several with spaces around them', { a: '1', b: '2' }],
  ['an empty value', { a: '' }],
  ['a value with an equals sign', { a: 'b=c' }],
])('reads %s', (_what, expected) => {
  const text = Object.entries(expected)
    .map(([key, value]) => `${key} = ${encodeURIComponent(value)}`)
    .join(' , ')
  expect(read({ OTEL_EXPORTER_OTLP_HEADERS: text }).data?.OTEL_EXPORTER_OTLP_HEADERS).toEqual(expected)
})

it.each<[string, Record<string, string>]>([
  ['a pair without a name', { OTEL_EXPORTER_OTLP_HEADERS: '=a' }],
  ['a name alone', { OTEL_RESOURCE_ATTRIBUTES: 'a' }],
  ['a name that no header has', { OTEL_EXPORTER_OTLP_HEADERS: 'a b=c' }],
  ['a broken escape', { OTEL_EXPORTER_OTLP_HEADERS: 'a=%zz' }],
  ['a value with a line break', { OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0d%0ac: d' }],
  ['too many pairs', { OTEL_RESOURCE_ATTRIBUTES: Array.from({ length: 65 }, (_, at) => `a${at}=b`).join(',') }],
  ['a protocol that is not spoken', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['a sampler that there is not', { OTEL_TRACES_SAMPLER: 'jaeger_remote' }],
  ['a share above 1', { OTEL_TRACES_SAMPLER_ARG: '1.5' }],
  ['a share that is no number', { OTEL_TRACES_SAMPLER_ARG: '1e-1' }],
  ['no address', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
])('refuses %s', (_what, env) => {
  expect(read(env).success).toBe(false)
})
