import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type Refusal, SluiceError } from '@sluice/contracts'
import { toSluiceError } from '@sluice/service-kit'

/** The headers of a stream. `x-accel-buffering` asks nginx and its kin to pass each event on at once. */
const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

const KEEP_ALIVE = ': keep-alive\n\n'

/** One event of a stream. */
export function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** One event of a stream whose events have names. `type` holds no control characters. */
export function eventFrame(type: string, data: unknown): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

interface SseOptions {
  /** Sent beside those of every stream. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Silence, in milliseconds, after which a comment line goes out: clients skip it, intermediaries keep the connection.
   */
  readonly keepAliveMs: number
  /** Aborted with a `SluiceError`, it ends the body at once with that error; what the frames still do goes on. */
  readonly signal: AbortSignal
  /** Aborts some time after `signal` does: the work behind the frames has been told why. */
  readonly workSignal: AbortSignal
  /** Asked before frames leave, and awaited where it cannot say at once; its error ends the body as the signal does. */
  readonly mayLeave: () => Promise<void> | undefined
  /** Receives what goes on after the body has ended early, by the signal or because the reader left. */
  readonly onAbandoned: (rest: Promise<unknown>) => void
  /** Called with an error that ends the body, before its frame leaves. */
  readonly onBrokenOff: (error: SluiceError) => void
  /** Writes an error as the last event of the wire. */
  readonly errorFrame: (refusal: Refusal) => string
}

/**
 * Writes frames as the body of a response, straight to Node: through a web stream each piece costs about 3 µs more.
 * Returns at once. A slow reader slows the frames down.
 */
export function writeSse(outgoing: ServerResponse, frames: AsyncGenerator<string>, options: SseOptions): void {
  new SseWriter(outgoing, frames, options).start()
}

class SseWriter {
  readonly #outgoing: ServerResponse
  readonly #frames: AsyncGenerator<string>
  readonly #options: SseOptions
  readonly #onAbort = () => this.#breakOff(this.#options.signal.reason)
  #silence: NodeJS.Timeout | undefined
  #goOn: (() => void) | undefined
  #headSent = false
  #ended = false

  constructor(outgoing: ServerResponse, frames: AsyncGenerator<string>, options: SseOptions) {
    this.#outgoing = outgoing
    this.#frames = frames
    this.#options = options
  }

  start(): void {
    // Begun in any case: a generator that was never begun does not clean up when it is returned.
    const first = this.#frames.next()
    first.catch(() => undefined)
    if (this.#outgoing.destroyed) {
      this.#abandon()
      return
    }
    const { headers, keepAliveMs, signal } = this.#options
    this.#outgoing.writeHead(200, { ...SSE_HEADERS, ...headers })
    this.#outgoing.once('close', () => this.#onClose())
    signal.addEventListener('abort', this.#onAbort)
    if (signal.aborted) this.#onAbort()
    if (this.#ended) return
    this.#silence = setTimeout(() => this.#sayAlive(), keepAliveMs)
    setImmediate(() => this.#sendHead())
    void this.#pump(first)
  }

  async #pump(first: Promise<IteratorResult<string>>): Promise<void> {
    try {
      for (let next = await first; !this.#ended; next = await this.#frames.next()) {
        if (next.done) return this.#finish()
        const leave = this.#options.mayLeave()
        if (leave !== undefined) {
          await leave
          if (this.#ended) return
        }
        this.#silence?.refresh()
        if (!this.#write(next.value)) await this.#drained()
        if (this.#ended) return
      }
    } catch (thrown) {
      this.#breakOff(toSluiceError(thrown))
    }
  }

  /** With a frame at hand the head leaves together with it; else the caller learns at once that the stream is open. */
  #sendHead(): void {
    if (!this.#headSent && !this.#ended && this.#mayLeaveNow()) this.#outgoing.flushHeaders()
  }

  /** Tells whether something without content may leave. It is left out where it may not. */
  #mayLeaveNow(): boolean {
    const leave = this.#options.mayLeave()
    // Its error ends the body where a frame waits for it, and by the signal.
    leave?.catch(() => undefined)
    return leave === undefined
  }

  #write(text: string): boolean {
    this.#headSent = true
    return this.#outgoing.write(text)
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve
      this.#outgoing.once('drain', resolve)
    })
  }

  #sayAlive(): void {
    if (!this.#outgoing.writableNeedDrain && this.#mayLeaveNow()) this.#write(KEEP_ALIVE)
    this.#silence?.refresh()
  }

  #finish(): void {
    this.#end()
    this.#outgoing.end()
  }

  /** A signal without an error of ours ends nothing: the frames end by themselves. */
  #breakOff(error: unknown): void {
    if (this.#ended || !(error instanceof SluiceError)) return
    this.#options.onBrokenOff(error)
    this.#abandon()
    this.#outgoing.end(this.#options.errorFrame(error.refusal))
  }

  #onClose(): void {
    if (!this.#ended) this.#abandon()
  }

  #abandon(): void {
    this.#end()
    this.#options.onAbandoned(this.#giveUpFrames())
  }

  /** Frames that wait for their reader end at once. Their record says why they did, so the work is told before. */
  async #giveUpFrames(): Promise<void> {
    const { signal, workSignal } = this.#options
    if (signal.aborted && !workSignal.aborted) await once(workSignal, 'abort')
    await this.#frames.return(undefined)
  }

  #end(): void {
    this.#ended = true
    clearTimeout(this.#silence)
    this.#options.signal.removeEventListener('abort', this.#onAbort)
    this.#goOn?.()
  }
}
