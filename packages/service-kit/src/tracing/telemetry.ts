/** A value of an attribute: names from the configuration, ids, numbers and values of closed sets. Never content. */
type AttributeValue = string | number | boolean

/** Those that are undefined are left out. */
export type SpanAttributes = Readonly<Record<string, AttributeValue | undefined>>

export interface SpanStart {
  readonly name: string
  readonly kind: 'internal' | 'client'
  /** As the service's clock counts, `monotonicMs`. */
  readonly startedMs: number
  readonly attributes?: SpanAttributes
}

export interface SpanEnd {
  /** As the service's clock counts; now by default. */
  readonly endedMs?: number
  readonly attributes?: SpanAttributes
  /** What failed, as `error.type`: a code. The span ends well without it. */
  readonly error?: string | undefined
}

/** One piece of work of a trace, until it ends. */
export interface OpenSpan {
  /** W3C Trace Context: 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** False where the sampler has left its trace out: it is never sent, and only its ids are of use. */
  readonly isRecorded: boolean
  /** The header `traceparent` of what this piece of work asks of others. */
  readonly traceparent: string
  begin(child: SpanStart): OpenSpan
  /** Gives a span of a service its name, once its route is known. */
  rename(name: string): void
  /** Ends it; a second call does nothing. */
  end(end?: SpanEnd): void
}

export interface RootStart {
  readonly name: string
  readonly kind: 'server' | 'consumer'
  readonly startedMs: number
  /** The id by which log lines know the work. */
  readonly requestId: string
  /** The caller's header, as it came. One that is not valid begins a new trace. */
  readonly traceparent?: string | undefined
}

export interface Distribution {
  record(value: number, attributes: SpanAttributes): void
}

/**
 * Spans and metrics of OpenTelemetry, of one service. There is none where no collector is configured. Nothing of it
 * throws or waits.
 */
export interface Telemetry {
  /** Begins the span of a request, or of other work that nothing of this service has begun. */
  openRoot(start: RootStart): OpenSpan
  /**
   * Makes a histogram.
   *
   * @param unit in UCUM, as in `s`.
   * @param boundaries upper bounds of its buckets, rising.
   */
  distribution(name: string, unit: string, description: string, boundaries: readonly number[]): Distribution
}
