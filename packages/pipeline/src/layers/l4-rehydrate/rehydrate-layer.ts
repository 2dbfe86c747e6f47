import type { CompletionChunk } from '@sluice/contracts'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'
import type { AnswerGuard, Awaitable, ResponseLayer } from '../../layer.ts'
import type { AbortScope } from '../../run/abort-scope.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { ChunkRestorer, SLICE_LENGTH, type TakenChunk } from './restore-chunks.ts'
import { RestoredSize } from './restored-size.ts'
import { TokenValues } from './token-values.ts'

/** What a chunk costs beside its texts, in code units. */
const CHUNK_UNITS = 64

interface RehydrateOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
  /** The longest that the texts of an answer may become, in UTF-16 code units. */
  readonly maxRestoredChars: number
  readonly timeoutMs: number
}

/**
 * L4: replaces tokens by their real values, as far as policy permits this caller to see them, in every text of the
 * answer and inside tool calls. Chunks pass at once; only an end that may still become a token waits for the next.
 * Inside JSON (tool arguments, and texts that begin as JSON) a value is escaped, so that the JSON stays valid.
 *
 * Tokens of earlier turns are looked up in the session's own mapping, never in another's. A token that is unknown, or
 * that this caller may not see, stays.
 *
 * It cannot restore a token that the model changed (small letters, a space within), one that was split over chunks
 * in a member that is not known here or in a tool's name, or a number as a number: it comes back as a string.
 *
 * A small answer with many tokens can stand for much text, so the restored texts have a bound of their own.
 *
 * A guard rejects as the Secure State Map does, with `answer_too_large` beyond that bound, and with `layer_failed`
 * where a sealed value cannot be opened.
 */
export function createRehydrateLayer(options: RehydrateOptions): ResponseLayer<'L4'> {
  const { stateMap, keyRing, maxRestoredChars, timeoutMs } = options
  return {
    id: 'L4',
    timeoutMs,
    onError: 'deny',
    openGuard: (exchange) => {
      const values = new TokenValues(stateMap, keyRing, exchange)
      return new RehydrateGuard(values, new RestoredSize(maxRestoredChars), exchange.scope)
    },
  }
}

/**
 * Restores one answer. A batch costs a promise only where it holds a token that has to be looked up, or much text,
 * which is restored in slices with turns of the event loop between them.
 */
class RehydrateGuard implements AnswerGuard<CompletionChunk> {
  readonly #values: TokenValues
  readonly #restorer: ChunkRestorer
  readonly #scope: AbortScope
  #last: CompletionChunk | undefined
  /** Code units since the last turn. */
  #units = 0

  constructor(values: TokenValues, size: RestoredSize, scope: AbortScope) {
    this.#values = values
    this.#restorer = new ChunkRestorer((token) => values.reveal(token), size)
    this.#scope = scope
  }

  take(chunks: readonly CompletionChunk[]): Awaitable<readonly CompletionChunk[]> {
    this.#units = 0
    return this.#takeFrom(chunks, 0, [])
  }

  end(): readonly CompletionChunk[] {
    return this.#last === undefined ? [] : this.#restorer.rest(this.#last)
  }

  #takeFrom(
    chunks: readonly CompletionChunk[],
    first: number,
    restored: CompletionChunk[],
  ): Awaitable<readonly CompletionChunk[]> {
    for (let at = first; at < chunks.length; at += 1) {
      const chunk = chunks[at]
      if (chunk === undefined) continue
      this.#last = chunk
      const taken = this.#restorer.take(chunk)
      const waiting = this.#waitFor(taken)
      if (waiting !== undefined) {
        return waiting.then(() => {
          this.#restorer.restore(taken, restored)
          return this.#takeFrom(chunks, at + 1, restored)
        })
      }
      this.#restorer.restore(taken, restored)
    }
    return restored
  }

  /** What a chunk that was read has to wait for before it is restored: values, and turns for much text. */
  #waitFor(taken: TakenChunk): Promise<void> | undefined {
    this.#units += taken.length + CHUNK_UNITS
    const learning = taken.tokens.length > 0 ? this.#values.learn(taken.tokens) : undefined
    if (this.#units <= SLICE_LENGTH && taken.longParts.length === 0) return learning
    return this.#inTurns(taken, learning)
  }

  async #inTurns(taken: TakenChunk, learning: Promise<void> | undefined): Promise<void> {
    const units = Math.min(this.#units, SLICE_LENGTH)
    this.#units = 0
    await learning
    await this.#inTurn(units, () => undefined)
    await this.#restorer.restoreLong(
      taken,
      (tokens) => this.#values.learn(tokens),
      (length, work) => this.#inTurn(length, work),
    )
  }

  #inTurn<T>(units: number, work: () => T): Awaitable<T> {
    return workInSlices(oneStep(units, work), this.#scope)
  }
}

function* oneStep<T>(units: number, work: () => T): SlicedWork<T> {
  yield units
  return work()
}
