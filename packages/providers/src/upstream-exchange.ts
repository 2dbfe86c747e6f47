import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher, Pool } from 'undici'
import type { UpstreamRequestBody } from './upstream-body.ts'

interface UpstreamRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: UpstreamRequestBody
  readonly signal: AbortSignal
  /** From the call to the answer's headers, the making of a connection included. */
  readonly headersTimeoutMs: number
  /** Between two pieces of the answer's body. */
  readonly idleTimeoutMs: number
  /** Called once when the request needs its connection no more. */
  readonly onEnded: () => void
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: UpstreamBody
}

/** An answer's bytes as they arrive. One reader at a time. */
export interface UpstreamBody {
  /** The next bytes, or undefined at the end. Rejects when the answer breaks off or is cancelled. */
  next(): Promise<Uint8Array | undefined>
  /** Closes the connection unless the answer has ended. A waiting `next` rejects at once. */
  cancel(): void
  /** Leaves the rest of an answer that is all but over unread, so that its connection can be used again. */
  drain(): void
}

/** No headers came in time. */
export class HeadersTimeout extends Error {
  override readonly name = 'HeadersTimeout'
}

/** The reader of the answer has stopped. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Bytes held for a slow reader before the socket is paused. */
const HIGH_WATER_BYTES = 64 * 1024
/** What may follow the last event of a stream before its connection is rather closed than reused. */
const DRAIN_BYTES = 4 * 1024
/** How long the end of an answer may take behind its last event, in milliseconds; then its connection is closed. */
const DRAIN_TIMEOUT_MS = 1_000

/**
 * Sends one POST and resolves when the answer's headers are here. An abort of the signal closes the connection at every
 * stage and makes whatever waits reject with the signal's reason.
 * Rejects with `HeadersTimeout`, the signal's reason, or undici's error.
 *
 * It uses undici's `dispatch` and not `request`: in `request` an abort waits for a connection that is still being made,
 * and each piece of a body passes a `Readable` first. undici's own `headersTimeout` begins once the request has a
 * connection; the timer here also limits the wait for one.
 */
export function exchangeWithUpstream(pool: Pool, request: UpstreamRequest): Promise<UpstreamResponse> {
  const { path, headers, body, idleTimeoutMs } = request
  return new Promise((resolve, reject) => {
    const exchange = new UpstreamExchange(request, resolve, reject)
    if (exchange.hasEnded) return
    const sent =
      typeof body === 'string'
        ? { body, headers }
        : { body: body.stream, headers: { ...headers, 'content-length': `${body.byteLength}` } }
    try {
      pool.dispatch({ method: 'POST', path, ...sent, headersTimeout: 0, bodyTimeout: idleTimeoutMs }, exchange)
    } catch (error) {
      exchange.fail(error)
    }
  })
}

interface Waiting {
  resolve(bytes: Uint8Array | undefined): void
  reject(error: unknown): void
}

class UpstreamExchange implements Dispatcher.DispatchHandler, UpstreamBody {
  readonly #signal: AbortSignal
  readonly #onEnded: () => void
  readonly #resolve: (response: UpstreamResponse) => void
  readonly #reject: (error: unknown) => void
  readonly #headersTimer: NodeJS.Timeout
  readonly #onAbort = () => this.fail(this.#signal.reason)
  #controller: Dispatcher.DispatchController | undefined
  #held: Uint8Array[] = []
  #heldBytes = 0
  #waiting: Waiting | undefined
  #ending: { readonly error?: unknown } | undefined
  #drainedBytes: number | undefined
  #drainTimer: NodeJS.Timeout | undefined

  constructor(
    { signal, headersTimeoutMs, onEnded }: UpstreamRequest,
    resolve: (response: UpstreamResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#signal = signal
    this.#onEnded = onEnded
    this.#resolve = resolve
    this.#reject = reject
    this.#headersTimer = setTimeout(() => this.fail(new HeadersTimeout()), headersTimeoutMs)
    signal.addEventListener('abort', this.#onAbort)
    if (signal.aborted) this.#onAbort()
  }

  get hasEnded(): boolean {
    return this.#ending !== undefined
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ending) controller.abort(new Cancelled())
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#ending) return
    clearTimeout(this.#headersTimer)
    this.#resolve({ status, headers, body: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, bytes: Buffer): void {
    if (this.#ending) return
    if (this.#drainedBytes !== undefined) {
      this.#drainedBytes += bytes.length
      if (this.#drainedBytes > DRAIN_BYTES) this.cancel()
      return
    }
    const waiting = this.#waiting
    if (waiting) {
      this.#waiting = undefined
      waiting.resolve(bytes)
      return
    }
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes >= HIGH_WATER_BYTES) controller.pause()
  }

  onResponseEnd(): void {
    if (this.#ending) return
    this.#end({})
    this.#waiting?.resolve(undefined)
  }

  /** What came before the connection broke can still be read: the end of the answer may be among it. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(error)
  }

  next(): Promise<Uint8Array | undefined> {
    const bytes = this.#held.shift()
    if (bytes) {
      this.#heldBytes -= bytes.length
      if (this.#held.length === 0 && this.#controller?.paused) this.#controller.resume()
      return Promise.resolve(bytes)
    }
    if (this.#ending) return 'error' in this.#ending ? Promise.reject(this.#ending.error) : Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  cancel(): void {
    this.fail(new Cancelled())
  }

  drain(): void {
    if (this.#ending) return
    this.#drainedBytes = this.#heldBytes
    this.#drainTimer = setTimeout(() => this.cancel(), DRAIN_TIMEOUT_MS).unref()
    this.#held = []
    if (this.#controller?.paused) this.#controller.resume()
  }

  fail(error: unknown): void {
    if (this.#ending) return
    this.#held = []
    this.#settle(error)
    this.#controller?.abort(error instanceof Error ? error : new Cancelled())
  }

  #settle(error: unknown): void {
    if (this.#ending) return
    this.#end({ error })
    this.#reject(error)
    this.#waiting?.reject(error)
  }

  #end(ending: { readonly error?: unknown }): void {
    this.#ending = ending
    clearTimeout(this.#headersTimer)
    clearTimeout(this.#drainTimer)
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#onEnded()
  }
}
