import type { CompletionChunk } from '@sluice/contracts'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'
import type { AnswerGuard, Awaitable, ResponseLayer } from '../../layer.ts'
import { ChunkRestorer } from './restore-chunks.ts'
import { TokenValues } from './token-values.ts'

interface RehydrateOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
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
 * A guard rejects as the Secure State Map does, and with `layer_failed` where a sealed value cannot be opened.
 */
export function createRehydrateLayer({ stateMap, keyRing, timeoutMs }: RehydrateOptions): ResponseLayer<'L4'> {
  return {
    id: 'L4',
    timeoutMs,
    onError: 'deny',
    openGuard: (exchange) => new RehydrateGuard(new TokenValues(stateMap, keyRing, exchange)),
  }
}

/** Restores one answer. A batch costs a promise only where it holds a token that has to be looked up. */
class RehydrateGuard implements AnswerGuard<CompletionChunk> {
  readonly #values: TokenValues
  readonly #restorer: ChunkRestorer
  #last: CompletionChunk | undefined

  constructor(values: TokenValues) {
    this.#values = values
    this.#restorer = new ChunkRestorer((token) => values.reveal(token))
  }

  take(chunks: readonly CompletionChunk[]): Awaitable<readonly CompletionChunk[]> {
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
      const learning = taken.tokens.length > 0 ? this.#values.learn(taken.tokens) : undefined
      if (learning !== undefined) {
        return learning.then(() => {
          this.#restorer.restore(taken, restored)
          return this.#takeFrom(chunks, at + 1, restored)
        })
      }
      this.#restorer.restore(taken, restored)
    }
    return restored
  }
}
