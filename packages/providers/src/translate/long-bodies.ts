import { SluiceError } from '@sluice/contracts'
import type { EndpointCall } from '@sluice/pipeline/ports'
import { FairSlots, NoFreeSlot, type ReleaseSlot } from '@sluice/service-kit/async'
import type { SdkKind } from '../sdk/sdk-models.ts'
import type { WrittenCall } from '../sdk/written-call.ts'
import type { WrittenPart } from '../sdk/written-embeddings.ts'
import type { LongBody, TranslatedBody, TranslatedLongBody } from './translation-messages.ts'
import { TranslationThread } from './translation-thread-handle.ts'
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
    const translated = await this.#ask({ to: { type: 'translation', name }, model, bytes }, caller)
    if (translated.type !== 'translation') throw refusalOf(translated)
    return translated.done
  }

  /** A chat request as the body of a provider, under the provider's name of the model. Rejects as `translate` does. */
  async write(
    { kind, model, isStream }: { readonly kind: SdkKind; readonly model: string; readonly isStream: boolean },
    bytes: Uint8Array,
    caller: Pick<EndpointCall, 'user' | 'signal'>,
  ): Promise<WrittenCall> {
    const translated = await this.#ask({ to: { type: 'call', kind, isStream }, model, bytes }, caller)
    if (translated.type !== 'call') throw refusalOf(translated)
    return translated.done
  }

  /** The bodies of a provider for a request for embeddings, else as `write`. */
  async writeEmbeddings(
    { kind, model }: { readonly kind: SdkKind; readonly model: string },
    bytes: Uint8Array,
    caller: Pick<EndpointCall, 'user' | 'signal'>,
  ): Promise<readonly WrittenPart[]> {
    const translated = await this.#ask({ to: { type: 'embeddings', kind }, model, bytes }, caller)
    if (translated.type !== 'embeddings') throw refusalOf(translated)
    return translated.done
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual.thread.close(), this.#large.thread.close()])
  }

  #ask(body: Omit<LongBody, 'id'>, caller: Pick<EndpointCall, 'user' | 'signal'>): Promise<TranslatedBody> {
    const lane = body.bytes.byteLength > LARGE_BYTES ? this.#large : this.#usual
    return lane.ask(body, caller)
  }
}

/** A thread and the users who wait for it. */
class Lane {
  readonly thread = new TranslationThread()
  readonly #turns = new FairSlots({ slots: 1, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS })

  async ask(
    body: Omit<LongBody, 'id'>,
    { user, signal }: Pick<EndpointCall, 'user' | 'signal'>,
  ): Promise<TranslatedBody> {
    const release = await this.#acquire(user, signal)
    try {
      return await this.thread.ask(body)
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

function refusalOf(translated: TranslatedBody): SluiceError {
  return new SluiceError(translated.type === 'refused' ? translated.refusal : 'layer_failed')
}
