import { setTimeout as sleepMs } from 'node:timers/promises'
import { type Clock, ERRORS, type Principal, SluiceError } from '@sluice/contracts'

/** So many strangers a second are refused at once; a client whose token has expired gets its next one without delay. */
const AT_ONCE_PER_SECOND = 20
const SECOND_MS = 1_000
/** How long the refusals of more are held back, in milliseconds. */
const HELD_BACK_MS = 1_000

type Authenticate = (authorization: string | undefined) => Promise<Principal>

/**
 * Holds refusals of strangers back while there are many: whoever asks again at once with a wrong token, over hundreds
 * of connections, would fill the event loop with refusals. Who is known is never held back.
 */
export class HeldStrangers {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #sleep: (ms: number) => Promise<unknown>
  #secondBeganMs = Number.NEGATIVE_INFINITY
  #refused = 0

  constructor(clock: Pick<Clock, 'monotonicMs'>, sleep: (ms: number) => Promise<unknown> = sleepMs) {
    this.#clock = clock
    this.#sleep = sleep
  }

  /** Authenticates as `authenticate` does, and throws what it throws, a 401 perhaps later. */
  hold(authenticate: Authenticate): Authenticate {
    return async (authorization) => {
      try {
        return await authenticate(authorization)
      } catch (error) {
        if (error instanceof SluiceError && ERRORS[error.code].status === 401 && this.#isOneOfMany()) {
          await this.#sleep(HELD_BACK_MS)
        }
        throw error
      }
    }
  }

  #isOneOfMany(): boolean {
    const nowMs = this.#clock.monotonicMs()
    if (nowMs - this.#secondBeganMs >= SECOND_MS) {
      this.#secondBeganMs = nowMs
      this.#refused = 0
    }
    this.#refused += 1
    return this.#refused > AT_ONCE_PER_SECOND
  }
}
