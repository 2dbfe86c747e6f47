import type { Clock, LayerId } from '@sluice/contracts'
import type { ModelRequest, ModelRequestKind, ServingEndpoint } from '@sluice/pipeline'
import type { EndpointTrace, ExchangeTrace, TimedEvent } from '@sluice/pipeline/ports'
import type { OpenSpan, Telemetry } from '@sluice/service-kit'
import { ModelCallMetrics } from './model-call-metrics.ts'
import { ModelCallSpan } from './model-call-span.ts'

/** `gen_ai.operation.name`; the conventions have no word for a mere count. */
const OPERATIONS: Readonly<Record<ModelRequestKind, string>> = {
  chat: 'chat',
  responses: 'chat',
  messages: 'chat',
  embeddings: 'embeddings',
  'token-count': 'count_tokens',
  'tool-call': 'execute_tool',
  'tool-result': 'execute_tool',
}

const LAYERS: Readonly<Record<LayerId, string>> = {
  L0: 'L0 intercept',
  L1: 'L1 semantic',
  L2: 'L2 sensitivity',
  L3: 'L3 tokenize',
  L4: 'L4 rehydrate',
  L5: 'L5 route',
  L6: 'L6 evidence',
  L7: 'L7 cache',
}

/** What endpoints learn of a trace: the call's place in the gateway's own, nothing, or what the caller has sent. */
export const TRACE_CONTEXTS = ['own', 'none', 'pass'] as const

interface ExchangeTracesOptions {
  readonly telemetry: Telemetry
  readonly clock: Clock
  readonly sent: (typeof TRACE_CONTEXTS)[number]
}

/** Makes the spans of exchanges with models: one for each layer, and one for each call of an endpoint. */
export class ExchangeTraces {
  readonly #options: ExchangeTracesOptions
  readonly #metrics: ModelCallMetrics

  constructor(options: ExchangeTracesOptions) {
    this.#options = options
    this.#metrics = new ModelCallMetrics(options.telemetry)
  }

  /** Follows one exchange. @param span of the request that it answers. */
  follow(span: OpenSpan): ExchangeSpans {
    const { clock, sent } = this.#options
    return new ExchangeSpans({ span, clock, metrics: this.#metrics, isSent: sent !== 'none' })
  }

  /** Opens the trace of a run that no caller waits for. */
  openRun(requestId: string): RunTrace {
    const { clock, telemetry } = this.#options
    const startedMs = clock.monotonicMs()
    const span = telemetry.openRoot({ name: 'run approved request', kind: 'consumer', startedMs, requestId })
    const exchange = this.follow(span)
    return {
      exchange,
      end(outcome, code) {
        exchange.finish(code)
        span.end({ attributes: { 'sluice.request_id': requestId, 'sluice.outcome': outcome }, error: code })
      },
    }
  }
}

interface ExchangeParts {
  readonly span: OpenSpan
  readonly clock: Clock
  readonly metrics: ModelCallMetrics
  readonly isSent: boolean
}

/** The trace of one run of an approved request, which begins with it. */
export interface RunTrace {
  readonly exchange: ExchangeTrace
  /** @param code where the run has not gone well. */
  end(outcome: string, code: string | undefined): void
}

/** The spans of one exchange. */
export class ExchangeSpans implements ExchangeTrace {
  readonly #parts: ExchangeParts
  readonly #calls: ModelCallSpan[] = []
  #timeline: () => readonly TimedEvent[] = () => []

  constructor(parts: ExchangeParts) {
    this.#parts = parts
  }

  began(timeline: () => readonly TimedEvent[]): void {
    this.#timeline = timeline
  }

  asks({ endpoint, model }: ServingEndpoint, { kind, body }: ModelRequest, startedMs: number): EndpointTrace {
    const { clock, isSent, metrics, span: parent } = this.#parts
    const operation = OPERATIONS[kind]
    const isStreamed = 'stream' in body && body.stream === true
    const about = {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': endpoint.providerName,
      'gen_ai.request.model': model,
      'sluice.endpoint': endpoint.name,
    }
    const span = parent.begin({
      name: `${operation} ${model}`,
      kind: 'client',
      startedMs,
      attributes: { ...about, 'gen_ai.request.stream': isStreamed },
    })
    const headers = isSent ? { traceparent: span.traceparent } : {}
    const nowMs = () => clock.monotonicMs()
    const call = new ModelCallSpan({ span, metrics, about, model, isStreamed, startedMs, nowMs, headers })
    this.#calls.push(call)
    return call
  }

  /**
   * Tells of the layers, once the last byte has left: each has one span for each way on which it has worked. A layer
   * that works in pieces has one as long as all of them, from the first on.
   *
   * @param code why the exchange has failed; undefined where it has not.
   */
  finish(code: string | undefined): void {
    for (const call of this.#calls) call.close(code)
    if (!this.#parts.span.isRecorded) return
    for (const timed of this.#timeline()) this.#tellOf(timed)
  }

  #tellOf({ event, startedMs }: TimedEvent): void {
    const { layer, outcome, duration_ms, findings } = event
    // Entered on the way back, and had nothing to do.
    if (duration_ms === 0 && outcome === 'transform') return
    const attributes = { 'sluice.layer': layer, 'sluice.outcome': outcome, 'sluice.findings': findings }
    const hasFailed = outcome === 'error' || outcome === 'timeout'
    this.#parts.span
      .begin({ name: LAYERS[layer], kind: 'internal', startedMs, attributes })
      .end({ endedMs: startedMs + duration_ms, error: hasFailed ? outcome : undefined })
  }
}
