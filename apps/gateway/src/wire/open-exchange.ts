import type { ServerResponse } from 'node:http'
import { SluiceError } from '@sluice/contracts'
import type { Turns } from '../turns.ts'

/** The two ends of one request: what the caller reads, and the work behind it. */
export interface OpenExchange {
  /** Aborted with a `SluiceError`, it ends the answer at once; the work behind it ends in one of the next turns. */
  readonly answer: AbortController
  /**
   * Aborts with the reason of `answer`, or with `request_aborted` when the caller leaves before the answer is complete.
   * The one signal goes from here to the upstream socket.
   */
  readonly work: AbortSignal
  /** As `response` settles, or a rejection at once when the answer is stopped before. */
  orStopped(response: Promise<Response>): Promise<Response>
}

/**
 * Opens the exchange that answers through `outgoing`.
 *
 * @param turns spreads the end of the work of many exchanges that are stopped in the same moment: refusing new requests
 * and the last frames of the others must not wait for it.
 * @param onEnded told once the last byte has left and the work has ended or was told to.
 */
export function openExchange(outgoing: ServerResponse, turns: Turns, onEnded: () => void): OpenExchange {
  const answer = new AbortController()
  const work = new AbortController()
  const stopped = Promise.withResolvers<never>()
  // Whoever waits for it hears of it.
  stopped.promise.catch(() => undefined)
  let closed = false

  function endWhereDone(): void {
    if (closed && (work.signal.aborted || !answer.signal.aborted)) onEnded()
  }

  answer.signal.addEventListener('abort', () => {
    stopped.reject(answer.signal.reason)
    turns.add(() => {
      work.abort(answer.signal.reason)
      endWhereDone()
    })
  })
  outgoing.once('close', () => {
    closed = true
    if (!outgoing.writableFinished) work.abort(answer.signal.reason ?? new SluiceError('request_aborted'))
    endWhereDone()
  })
  return { answer, work: work.signal, orStopped: (response) => Promise.race([response, stopped.promise]) }
}
