import type { CompletionChunk } from '@sluice/contracts'
import type { KeyRing, SecureStateMap } from '@sluice/token-vault'
import type { Exchange, ResponseLayer } from '../../layer.ts'
import { ChunkRestorer } from './restore-chunks.ts'
import { TokenValues } from './token-values.ts'

export interface RehydrateOptions {
  readonly stateMap: SecureStateMap
  readonly keyRing: KeyRing
  readonly timeoutMs: number
}

/**
 * L4: puts real values back in the place of their tokens, as far as policy lets this caller see them, in every text of
 * the answer and inside tool calls. Chunks pass at once; only an end that may still become a token waits for the next.
 * Inside JSON (tool arguments, and texts that begin as JSON) a value is escaped, so that the JSON stays valid.
 *
 * Tokens of earlier turns are looked up in the session's own mapping, never in another's. A token that nobody knows, or
 * that this caller may not see, stays.
 *
 * It cannot restore a token that the model changed (small letters, a space within), one that was split over chunks
 * in a member that is not known here or in a tool's name, or a number as a number: it comes back as a string.
 *
 * The stream throws as the Secure State Map does, and `layer_failed` where a sealed value cannot be opened.
 */
export function createRehydrateLayer({ stateMap, keyRing, timeoutMs }: RehydrateOptions): ResponseLayer {
  return {
    id: 'L4',
    timeoutMs,
    onError: 'deny',
    guardResponse: (chunks, exchange) => rehydrate(chunks, exchange, stateMap, keyRing),
  }
}

async function* rehydrate(
  chunks: AsyncIterable<CompletionChunk>,
  exchange: Exchange,
  stateMap: SecureStateMap,
  keyRing: KeyRing,
): AsyncGenerator<CompletionChunk, void, undefined> {
  const values = new TokenValues(stateMap, keyRing, exchange)
  const restorer = new ChunkRestorer((token) => values.reveal(token))
  let last: CompletionChunk | undefined
  for await (const chunk of chunks) {
    last = chunk
    const taken = restorer.take(chunk)
    if (taken.tokens.length > 0) await values.learn(taken.tokens)
    for (const restored of restorer.restore(taken)) yield restored
  }
  if (last !== undefined) yield* restorer.rest(last)
}
