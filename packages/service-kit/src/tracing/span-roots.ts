import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import type { Clock } from '@sluice/contracts'
import { definedAttributes } from './defined-attributes.ts'
import type { OpenTraces } from './open-traces.ts'
import type { OpenSpan, RootStart, SpanEnd, SpanStart } from './telemetry.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
} as const

/** A `traceparent` of version 00 has 55 characters; later versions may append to it. */
const LONGEST_TRACEPARENT = 128

interface SpanRootsOptions {
  readonly tracer: Tracer
  readonly clock: Clock
  readonly traces: OpenTraces
}

/** Begins the spans that no other span of the service has begun. */
export class SpanRoots {
  readonly #options: SpanRootsOptions

  constructor(options: SpanRootsOptions) {
    this.#options = options
  }

  open({ requestId, traceparent, ...start }: RootStart): OpenSpan {
    const { clock, tracer, traces } = this.#options
    const times = new SpanTimes(clock)
    const context = contextOf(traceparent)
    const span = tracer.startSpan(
      start.name,
      { kind: KINDS[start.kind], startTime: times.of(start.startedMs) },
      context,
    )
    const root = new SdkSpan(span, { tracer, times, onEnd: () => traces.close(requestId) })
    traces.open(requestId, root)
    return root
  }
}

/**
 * The caller's place in its trace. `tracestate` is not kept: it would be sent to the collector, and callers may write
 * what they like into it.
 */
function contextOf(traceparent: string | undefined): Context {
  if (traceparent === undefined || traceparent.length > LONGEST_TRACEPARENT) return ROOT_CONTEXT
  const parent = parseTraceParent(traceparent)
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true })
}

/** Turns the readings of a clock that never runs backwards into times of day, by one look at both. */
class SpanTimes {
  readonly #clock: Clock
  readonly #offsetMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#offsetMs = clock.nowMs() - clock.monotonicMs()
  }

  /** In milliseconds since the Unix epoch. @param monotonicMs now by default. */
  of(monotonicMs = this.#clock.monotonicMs()): number {
    return this.#offsetMs + monotonicMs
  }
}

interface SpanParts {
  readonly tracer: Tracer
  readonly times: SpanTimes
  readonly onEnd?: () => void
}

class SdkSpan implements OpenSpan {
  readonly #span: Span
  readonly #ids: SpanContext
  readonly #parts: SpanParts
  #hasEnded = false

  constructor(span: Span, parts: SpanParts) {
    this.#span = span
    this.#ids = span.spanContext()
    this.#parts = parts
  }

  get traceId(): string {
    return this.#ids.traceId
  }

  get spanId(): string {
    return this.#ids.spanId
  }

  get isRecorded(): boolean {
    return this.#span.isRecording()
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#ids
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  begin({ name, kind, startedMs, attributes = {} }: SpanStart): OpenSpan {
    const { tracer, times } = this.#parts
    const options = { kind: KINDS[kind], startTime: times.of(startedMs), attributes: definedAttributes(attributes) }
    const span = tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, this.#span))
    return new SdkSpan(span, { tracer, times })
  }

  rename(name: string): void {
    this.#span.updateName(name)
  }

  end({ endedMs, attributes = {}, error }: SpanEnd = {}): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    const { onEnd, times } = this.#parts
    this.#span.setAttributes(
      definedAttributes(error === undefined ? attributes : { ...attributes, 'error.type': error }),
    )
    if (error !== undefined) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end(times.of(endedMs))
    onEnd?.()
  }
}
