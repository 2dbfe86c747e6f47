import type { ServerResponse } from 'node:http'
import type { Clock } from '@sluice/contracts'

interface UnreadAnswersOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** How long no byte of an answer may be taken, in milliseconds. An answer ends at most a quarter of it later. */
  readonly timeoutMs: number
}

/** So many times in its time-out an answer is looked at. */
const LOOKS = 4

/**
 * Ends answers that their callers do not read: each holds memory and, as a stream, a connection to a model. Time in
 * which nothing waits to be read does not count.
 *
 * All answers are looked at together: a timer per write would cost every piece of every stream. What counts as read is
 * what has left the process, in whole pieces as they were written. So a caller must read one piece in the time, which
 * is 64 KiB of a JSON answer or the events of one read of a stream.
 */
export class UnreadAnswers {
  readonly #clock: UnreadAnswersOptions['clock']
  readonly #timeoutMs: number
  readonly #answers = new Set<WatchedAnswer>()
  readonly #timer: NodeJS.Timeout

  constructor({ clock, timeoutMs }: UnreadAnswersOptions) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    this.#timer = setInterval(() => this.#look(), timeoutMs / LOOKS).unref()
  }

  /**
   * Watches an answer until it is forgotten.
   *
   * @param onUnread called at each look from the time-out on.
   * @returns forgets the answer.
   */
  watch(outgoing: ServerResponse, onUnread: () => void): () => void {
    const answer: WatchedAnswer = { outgoing, onUnread, takenBytes: 0, sinceMs: undefined }
    this.#answers.add(answer)
    return () => void this.#answers.delete(answer)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #look(): void {
    const nowMs = this.#clock.monotonicMs()
    for (const answer of this.#answers) {
      const { socket, writableLength } = answer.outgoing
      // Without a socket it waits behind another answer of its connection, which is looked at too.
      if (socket === null || writableLength === 0) {
        answer.sinceMs = undefined
        continue
      }
      const takenBytes = socket.bytesWritten - socket.writableLength
      if (answer.sinceMs === undefined || takenBytes !== answer.takenBytes) {
        answer.sinceMs = nowMs
        answer.takenBytes = takenBytes
      } else if (nowMs - answer.sinceMs >= this.#timeoutMs) answer.onUnread()
    }
  }
}

interface WatchedAnswer {
  readonly outgoing: ServerResponse
  readonly onUnread: () => void
  takenBytes: number
  /** Since when nothing has been taken of what waits; undefined where nothing waits. */
  sinceMs: number | undefined
}
