interface TraceIds {
  readonly trace_id: string
  readonly span_id: string
}

/**
 * The ids of the traces of open requests, for the log lines of those requests: a line that names a request gets its
 * trace. Empty, and asked nothing, where no trace is open.
 */
export class OpenTraces {
  /** Undefined where callers have given two open requests the same id: a line cannot say which of them it means. */
  readonly #byRequest = new Map<string, TraceIds | undefined>()

  open(requestId: string, { traceId, spanId }: { readonly traceId: string; readonly spanId: string }): void {
    const ids = this.#byRequest.has(requestId) ? undefined : { trace_id: traceId, span_id: spanId }
    this.#byRequest.set(requestId, ids)
  }

  close(requestId: string): void {
    this.#byRequest.delete(requestId)
  }

  /** What a log line gets beside what it has. */
  fieldsOf({ requestId }: Readonly<Record<string, unknown>>): TraceIds | undefined {
    if (this.#byRequest.size === 0 || typeof requestId !== 'string') return undefined
    return this.#byRequest.get(requestId)
  }
}
