import type { OpenSpan, Telemetry } from './telemetry.ts'

/** In seconds, as the conventions advise (https://opentelemetry.io/docs/specs/semconv/http/http-metrics/). */
const DURATION_BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const UNMATCHED = 'unmatched'

interface ArrivedRequest {
  readonly requestId: string
  readonly method: string
  readonly traceparent: string | undefined
  readonly startedMs: number
}

interface EndedRequest {
  readonly requestId: string
  readonly method: string
  /** The pattern of its route, or `unmatched`. */
  readonly route: string
  readonly status: number
  readonly durationMs: number
  readonly aborted?: boolean
  readonly outcome?: string
  readonly code?: string
}

/** The server span of each request, and its duration as a metric, after OpenTelemetry's conventions for HTTP. */
export class RequestSpans {
  readonly #telemetry: Telemetry
  readonly #seconds

  constructor(telemetry: Telemetry) {
    this.#telemetry = telemetry
    this.#seconds = telemetry.distribution(
      'http.server.request.duration',
      's',
      'Duration of HTTP server requests.',
      DURATION_BOUNDARIES,
    )
  }

  open({ method, ...request }: ArrivedRequest): OpenSpan {
    return this.#telemetry.openRoot({ ...request, name: method, kind: 'server' })
  }

  /** A response of the caller's own making, 4xx, is no failure of the service. */
  end(span: OpenSpan, { requestId, method, route, status, durationMs, aborted, outcome, code }: EndedRequest): void {
    const hasFailed = status >= 500 || outcome === 'failed'
    const facts = {
      'http.request.method': method,
      'http.route': route === UNMATCHED ? undefined : route,
      'http.response.status_code': status,
    }
    const error = hasFailed ? (code ?? String(status)) : undefined
    this.#seconds.record(durationMs / 1_000, { ...facts, 'url.scheme': 'http', 'error.type': error })
    if (route !== UNMATCHED) span.rename(`${method} ${route}`)
    span.end({
      attributes: {
        ...facts,
        'url.scheme': 'http',
        'sluice.request_id': requestId,
        'sluice.outcome': outcome,
        'sluice.code': code,
        'sluice.aborted': aborted,
      },
      error,
    })
  }
}
