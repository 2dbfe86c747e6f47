import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

export interface StubRequest {
  /** Counts from 1. */
  readonly number: number
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly rawBody: string
  /** The parsed JSON object; empty when the body was none. */
  readonly body: Readonly<Record<string, unknown>>
  readonly model: string
  readonly stream: boolean
  /** Resolves when the client has closed the connection before the answer was complete; else stays pending. */
  readonly aborted: Promise<void>
  /** Resolves when the exchange is over, and says how. */
  readonly ended: Promise<'complete' | 'aborted'>
}

const KEPT_REQUESTS = 10_000

/** Keeps the latest requests and lets tests wait for the next ones. */
export class RequestLog {
  readonly requests: StubRequest[] = []
  #count = 0
  #waiters: { readonly count: number; readonly resolve: () => void }[] = []

  get count(): number {
    return this.#count
  }

  nextNumber(): number {
    this.#count += 1
    return this.#count
  }

  add(request: StubRequest): void {
    this.requests.push(request)
    if (this.requests.length > KEPT_REQUESTS) this.requests.shift()
    const due = this.#waiters.filter((waiter) => waiter.count <= this.#count)
    this.#waiters = this.#waiters.filter((waiter) => waiter.count > this.#count)
    for (const waiter of due) waiter.resolve()
  }

  async waitFor(count: number): Promise<readonly StubRequest[]> {
    if (this.#count < count) {
      await new Promise<void>((resolve) => {
        this.#waiters.push({ count, resolve })
      })
    }
    return this.requests
  }

  clear(): void {
    this.requests.length = 0
    this.#count = 0
  }
}

/**
 * Describes a received request; `aborted` and `ended` follow the connection.
 *
 * @param said what the path says where the body does not.
 */
export function describeRequest(
  number: number,
  request: IncomingMessage,
  response: ServerResponse,
  rawBody: string,
  said?: { readonly model: string; readonly stream: boolean },
): StubRequest {
  const body = parseObject(rawBody)
  const ended = new Promise<'complete' | 'aborted'>((resolve) => {
    response.once('close', () => resolve(response.writableFinished ? 'complete' : 'aborted'))
  })
  return {
    number,
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    rawBody,
    body,
    model: said?.model ?? (typeof body.model === 'string' ? body.model : ''),
    stream: said?.stream ?? body.stream === true,
    ended,
    aborted: ended.then((how) => (how === 'aborted' ? undefined : new Promise<void>(() => undefined))),
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
