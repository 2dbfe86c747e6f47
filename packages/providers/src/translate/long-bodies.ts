import { SluiceError } from '@sluice/contracts'
import type { EndpointCall } from '@sluice/pipeline/ports'
import { FairSlots, NoFreeSlot, type ReleaseSlot } from '@sluice/service-kit/async'
import { type TranslatedLongBody, TranslationThread } from './translation-thread-handle.ts'
import type { TranslationName } from './translations.ts'

/** A longer body has a thread of its own kind: others do not wait for the tenths of a second that it takes. */
const LARGE_BYTES = 1_024 * 1_024
/** How many bodies wait, over all users. Their bytes count as bytes in flight. */
const MAX_WAITING = 256
/** The longest wait. */
const MAX_WAIT_MS = 30_000

/**
 * Translates bodies that are too long for the event loop, in threads that start with the first of them. Users take
 * turns: each thread works on one body at a time, and what waits is with its user, not with the thread.
 */
export class LongBodies {
  readonly #usual = new Lane()
  readonly #large = new Lane()

  /**
   * Rejects with the refusal of what cannot be said, with `rate_limit_exceeded` where no turn comes in time, with
   * `layer_failed` where the thread is lost, and with the signal's reason.
   */
  async translate(
    name: TranslationName,
    model: string,
    bytes: Uint8Array,
    caller: Pick<EndpointCall, 'user' | 'signal'>,
  ): Promise<TranslatedLongBody> {
    const lane = bytes.byteLength > LARGE_BYTES ? this.#large : this.#usual
    return await lane.translate(name, model, bytes, caller)
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.thread.close(), this.#large.thread.close()])
  }
}

/** A thread and the users who wait for it. */
class Lane {
  readonly thread = new TranslationThread()
  readonly #turns = new FairSlots({ slots: 1, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS })

  async translate(
    name: TranslationName,
    model: string,
    bytes: Uint8Array,
    { user, signal }: Pick<EndpointCall, 'user' | 'signal'>,
  ): Promise<TranslatedLongBody> {
    const release = await this.#acquire(user, signal)
    try {
      return await this.thread.translate(name, model, bytes)
    } finally {
      release()
    }
  }

  async #acquire(user: string, signal: AbortSignal): Promise<ReleaseSlot> {
    try {
      return await this.#turns.acquire(user, signal)
    } catch (error) {
      if (!(error instanceof NoFreeSlot)) throw error
      const message = 'Too many long requests are being worked on. Try again soon.'
      throw new SluiceError({ code: 'rate_limit_exceeded', message, retryAfterSeconds: 1 }, { cause: error })
    }
  }
}
