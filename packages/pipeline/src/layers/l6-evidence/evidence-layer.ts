import { type CompletionChunk, SluiceError } from '@sluice/contracts'
import { createRandomPool, type KeyRing } from '@sluice/token-vault'
import { holdTerminal } from '../../answer/index.ts'
import type { Ending, EvidenceLayer, Exchange } from '../../layer.ts'
import type { Outbox } from '../../ports/index.ts'
import { endingOfAbort } from '../../run/ending-of-abort.ts'
import { DeliveredText, type TextDigest } from './delivered-text.ts'
import { makeRequestRecord, SALT_BYTES } from './request-record.ts'

export interface EvidenceOptions {
  readonly outbox: Outbox
  readonly keyRing: KeyRing
  readonly timeoutMs: number
  /** Gives 32 random bytes; the system's own random source unless a test needs to know them. */
  readonly randomSalt?: () => Uint8Array
}

/**
 * L6: leaves exactly one record of each request in the outbox, with a salted commitment to its facts. Chunks pass at
 * once, but the last one waits until the record is accepted: an answer without evidence is never complete.
 *
 * An answer that breaks off is recorded as `failed`, one that its reader leaves or that is cut off (the caller is gone,
 * the session is frozen) as `aborted`, each with the digests of what was delivered up to then.
 *
 * It cannot tell what the client really received: "delivered" means handed to the connection.
 *
 * The stream throws `audit_unavailable` in place of its last chunk where the record is not accepted.
 */
export function createEvidenceLayer(options: EvidenceOptions): EvidenceLayer {
  const { outbox, keyRing, timeoutMs } = options
  const random = createRandomPool()
  const randomSalt = options.randomSalt ?? (() => random(SALT_BYTES))
  const append = async (exchange: Exchange, ending: Ending, delivered: readonly TextDigest[]): Promise<void> => {
    try {
      await outbox.append(makeRequestRecord(exchange, ending, delivered, keyRing, randomSalt()))
    } catch (cause) {
      throw cause instanceof SluiceError && cause.code === 'audit_unavailable'
        ? cause
        : new SluiceError('audit_unavailable', { cause })
    }
  }
  return {
    id: 'L6',
    timeoutMs,
    onError: 'deny',
    seal: (ending, exchange) => append(exchange, ending, []),
    guardResponse(chunks, exchange) {
      return new EvidencedStream(chunks, exchange, append)
    },
  }
}

type Append = (exchange: Exchange, ending: Ending, delivered: readonly TextDigest[]) => Promise<void>

/** A stream that leaves its record when it ends, in whichever way; also when it is left before it is first read. */
class EvidencedStream implements AsyncIterableIterator<CompletionChunk> {
  readonly #source: AsyncIterable<CompletionChunk>
  readonly #exchange: Exchange
  readonly #append: Append
  readonly #delivered = new DeliveredText()
  readonly #stream: AsyncGenerator<CompletionChunk, void, undefined>
  #begun = false
  #sealed = false

  constructor(source: AsyncIterable<CompletionChunk>, exchange: Exchange, append: Append) {
    this.#source = source
    this.#exchange = exchange
    this.#append = append
    this.#stream = this.#run()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<CompletionChunk>> {
    this.#begun = true
    return this.#stream.next()
  }

  async return(): Promise<IteratorResult<CompletionChunk>> {
    if (!this.#begun) {
      this.#begun = true
      try {
        await this.#source[Symbol.asyncIterator]().return?.()
      } finally {
        await this.#seal(endingOfAbort(this.#exchange.signal))
      }
    }
    return this.#stream.return()
  }

  async *#run(): AsyncGenerator<CompletionChunk, void, undefined> {
    try {
      const held = holdTerminal(this.#source, async (last) => {
        if (last !== undefined) this.#delivered.add(last)
        await this.#seal({ outcome: 'answered' })
        return last
      })
      for await (const chunk of held) {
        if (!this.#sealed) this.#delivered.add(chunk)
        yield chunk
      }
    } catch (error) {
      await this.#seal(
        this.#exchange.signal.aborted
          ? endingOfAbort(this.#exchange.signal)
          : { outcome: 'failed', code: codeOf(error) },
      )
      throw error
    } finally {
      await this.#seal(endingOfAbort(this.#exchange.signal))
    }
  }

  /** Appends the record, once: a second ending of the same stream changes nothing. */
  async #seal(ending: Ending): Promise<void> {
    if (this.#sealed) return
    this.#sealed = true
    await this.#append(this.#exchange, ending, this.#delivered.digests())
  }
}

function codeOf(error: unknown): string {
  return error instanceof SluiceError ? error.code : 'internal_error'
}
