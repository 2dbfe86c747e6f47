import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import type { UnreadAnswers } from '../delivery/unread-answers.ts'
import { BackgroundTasks } from './background-tasks.ts'
import { EventLoopQueue } from './event-loop-queue.ts'

/** Ending an exchange takes about half a millisecond of the event loop, and making its record about one. */
const ENDINGS = { perRound: 16, perRoundBehind: 4 } as const
/** How long streams that have begun may still end by themselves once the service stops, in milliseconds. */
const STREAM_GRACE_MS = 1_000
/** What streams have to end in, at the end of a drain, before their connections are cut; in milliseconds. */
const ENDING_MS = 2_000

/** The lifetimes of all exchanges of one service. */
export class ExchangeLifetimes {
  readonly #service: SharedByLifetimes

  /**
   * @param stopping aborts when the service stops. A second later the streams that had begun by then are ended. Those
   *   that had not are answered like any other request, and ended before `drainMs` are over.
   * @param unread ends the exchanges whose answers are not read.
   * @param drainMs how long the service waits for open exchanges once it stops, in milliseconds.
   */
  constructor(stopping: AbortSignal, unread: Pick<UnreadAnswers, 'watch'>, drainMs: number) {
    this.#service = {
      endings: new EventLoopQueue(ENDINGS),
      background: new BackgroundTasks(),
      streams: new Set(),
      streamsHaveEnded: false,
      unread,
    }
    const endLater = () => {
      const { streams } = this.#service
      const begun = [...streams].filter((stream) => stream.hasBegun)
      setTimeout(() => endAll(begun.filter((stream) => streams.has(stream))), STREAM_GRACE_MS).unref()
      setTimeout(() => this.#endStreams(), Math.max(STREAM_GRACE_MS, drainMs - ENDING_MS)).unref()
    }
    stopping.addEventListener('abort', endLater, { once: true })
  }

  /**
   * Opens the lifetime of the exchange that answers through `outgoing`.
   *
   * @param onEnded called once the last byte has left and the work behind it has ended or was aborted.
   * @param onUnread called with the error that ends an exchange whose answer is not read.
   */
  open(
    outgoing: ServerResponse,
    onEnded: (lifetime: ExchangeLifetime) => void,
    onUnread?: (error: SluiceError) => void,
  ): ExchangeLifetime {
    return new ExchangeLifetime(outgoing, this.#service, onEnded, onUnread)
  }

  /** Resolves when nothing is left to do for any exchange. */
  done(): Promise<void> {
    return this.#service.background.done()
  }

  #endStreams(): void {
    this.#service.streamsHaveEnded = true
    endAll(this.#service.streams)
  }
}

function endAll(streams: Iterable<ExchangeLifetime>): void {
  for (const { answer } of streams) answer.abort(new SluiceError('shutting_down'))
}

interface SharedByLifetimes {
  /** Spreads the end of many exchanges that are stopped in the same moment: first of the work of all, then records. */
  readonly endings: EventLoopQueue
  readonly background: BackgroundTasks
  readonly streams: Set<ExchangeLifetime>
  streamsHaveEnded: boolean
  readonly unread: Pick<UnreadAnswers, 'watch'>
}

/** One exchange from its first byte to its end: the answer that the caller reads, and the work behind it. */
export class ExchangeLifetime {
  readonly #answer = new AbortController()
  readonly #work = new AbortController()
  readonly #stopped = Promise.withResolvers<never>()
  readonly #outgoing: ServerResponse
  readonly #service: SharedByLifetimes
  readonly #onEnded: (lifetime: ExchangeLifetime) => void
  readonly #stopWatching: () => void
  #closed = false

  constructor(
    outgoing: ServerResponse,
    service: SharedByLifetimes,
    onEnded: (lifetime: ExchangeLifetime) => void,
    onUnread?: (error: SluiceError) => void,
  ) {
    this.#outgoing = outgoing
    this.#service = service
    this.#onEnded = onEnded
    this.#stopWatching = service.unread.watch(outgoing, () => {
      const error = new SluiceError('answer_not_read')
      onUnread?.(error)
      // Before the answer: the frames of a stream that waits for its reader end at once, and the record names the code.
      this.#work.abort(error)
      this.#answer.abort(error)
      this.cut()
    })
    // `orStopped` reports the rejection; without it nobody waits.
    this.#stopped.promise.catch(() => undefined)
    this.#answer.signal.addEventListener('abort', () => {
      this.#stopped.reject(this.#answer.signal.reason)
      service.endings.add(() => this.#abortWork(this.#answer.signal.reason))
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

  /**
   * Resolves when the record of this exchange may be made, where it is stopped: all that were stopped in the same
   * moment have been told by then. A freeze is acknowledged after that, and waits for no record.
   */
  recordTurn(): Promise<void> {
    return new Promise((resolve) => this.#service.endings.addBehind(resolve))
  }

  /** True once the caller has got the head of its answer. */
  get hasBegun(): boolean {
    return this.#outgoing.headersSent
  }

  /**
   * Ends this exchange with `shutting_down` when the service stops: as a stream it may last for minutes. Does nothing
   * where the caller has left: nothing would let go of it any more.
   */
  endWithService(): void {
    if (this.#closed) return
    this.#service.streams.add(this)
    if (this.#service.streamsHaveEnded) this.#answer.abort(new SluiceError('shutting_down'))
  }

  /**
   * Cuts the connection to the caller. Where nothing has been sent, only an error is still to come: the exchange ends.
   */
  cut(): void {
    if (this.#outgoing.headersSent) this.#outgoing.destroy()
    else this.#onEnded(this)
  }

  /** Throws `request_aborted` where the caller has left: what is begun behind `onEnded` is never let go of. */
  requireOpen(): void {
    if (this.#closed) throw new SluiceError('request_aborted')
  }

  /** Keeps work that goes on after the answer has ended; the service waits for it when it stops. */
  keepInBackground(task: Promise<unknown>): void {
    this.#service.background.add(task)
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
    this.#stopWatching()
    this.#service.streams.delete(this)
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
