import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import { BackgroundTasks } from './background-tasks.ts'
import { EventLoopQueue } from './event-loop-queue.ts'

/** Ending one exchange and sealing its record takes about half a millisecond of the event loop. */
const ENDINGS_PER_ROUND = 8

/** The lifetimes of all exchanges of one service. */
export class ExchangeLifetimes {
  readonly #endings = new EventLoopQueue(ENDINGS_PER_ROUND)
  readonly #background = new BackgroundTasks()

  /**
   * Opens the lifetime of the exchange that answers through `outgoing`.
   *
   * @param onEnded called once the last byte has left and the work behind it has ended or was aborted.
   */
  open(outgoing: ServerResponse, onEnded: (lifetime: ExchangeLifetime) => void): ExchangeLifetime {
    return new ExchangeLifetime(outgoing, this.#endings, this.#background, onEnded)
  }

  /** Resolves when nothing is left to do for any exchange. */
  done(): Promise<void> {
    return this.#background.done()
  }
}

/** One exchange from its first byte to its end: the answer that the caller reads, and the work behind it. */
export class ExchangeLifetime {
  readonly #answer = new AbortController()
  readonly #work = new AbortController()
  readonly #stopped = Promise.withResolvers<never>()
  readonly #outgoing: ServerResponse
  readonly #background: BackgroundTasks
  readonly #onEnded: (lifetime: ExchangeLifetime) => void
  #closed = false

  /** @param endings spreads the end of the work of many exchanges that are stopped in the same moment. */
  constructor(
    outgoing: ServerResponse,
    endings: EventLoopQueue,
    background: BackgroundTasks,
    onEnded: (lifetime: ExchangeLifetime) => void,
  ) {
    this.#outgoing = outgoing
    this.#background = background
    this.#onEnded = onEnded
    // `orStopped` reports the rejection; without it nobody waits.
    this.#stopped.promise.catch(() => undefined)
    this.#answer.signal.addEventListener('abort', () => {
      this.#stopped.reject(this.#answer.signal.reason)
      endings.add(() => this.#abortWork(this.#answer.signal.reason))
    })
    outgoing.once('close', () => this.#onClose())
  }

  /** Aborted with a `SluiceError`, it ends the answer at once; the work behind it ends in one of the next rounds. */
  get answer(): AbortController {
    return this.#answer
  }

  /**
   * Aborts with the reason of `answer`, or with `request_aborted` when the caller leaves before the answer is complete.
   * The one signal goes from here to the upstream socket.
   */
  get workSignal(): AbortSignal {
    return this.#work.signal
  }

  /** Cuts the connection to the caller. An aborted exchange that has sent nothing yet can only be refused: it ends. */
  cut(): void {
    if (this.#outgoing.headersSent) this.#outgoing.destroy()
    else this.#onEnded(this)
  }

  /** Keeps work that goes on after the answer has ended; the service waits for it when it stops. */
  keepInBackground(task: Promise<unknown>): void {
    this.#background.add(task)
  }

  /** Settles as `response` does, or rejects at once when the answer is stopped before; `response` then goes on. */
  async orStopped(response: Promise<Response>): Promise<Response> {
    try {
      return await Promise.race([response, this.#stopped.promise])
    } catch (error) {
      this.keepInBackground(response)
      throw error
    }
  }

  #onClose(): void {
    this.#closed = true
    if (!this.#outgoing.writableFinished) {
      this.#work.abort(this.#answer.signal.reason ?? new SluiceError('request_aborted'))
    }
    this.#endWhereDone()
  }

  #abortWork(reason: unknown): void {
    this.#work.abort(reason)
    this.#endWhereDone()
  }

  #endWhereDone(): void {
    if (this.#closed && (this.#work.signal.aborted || !this.#answer.signal.aborted)) this.#onEnded(this)
  }
}
