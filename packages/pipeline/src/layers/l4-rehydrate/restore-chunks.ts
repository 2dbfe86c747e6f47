import type { ChunkChoice, CompletionChunk } from '@sluice/contracts'
import type { Released } from '@sluice/token-vault'
import { continuingDelta, type DeltaTextKind, TextsByPlace } from '../../answer/index.ts'
import { GrowingText, type Reveal } from './restore-text.ts'
import { visitChunk } from './visit-chunk.ts'

interface Part {
  readonly text: GrowingText
  readonly released: Released
}

/** A chunk that was read, and what may leave of it. */
interface TakenChunk {
  /** The tokens that are whole now and have to be known before the chunk is restored. */
  readonly tokens: readonly string[]
  readonly chunk: CompletionChunk
  readonly released: CompletionChunk
  readonly parts: readonly Part[]
}

/** Restores the chunks of one answer, in their order: each is taken and then restored, before the next is taken. */
export class ChunkRestorer {
  readonly #reveal: Reveal
  readonly #texts = new TextsByPlace<GrowingText>()

  constructor(reveal: Reveal) {
    this.#reveal = reveal
  }

  /** Reads the next chunk. Throws `layer_failed` where an answer has too many texts. */
  take(chunk: CompletionChunk): TakenChunk {
    const parts: Part[] = []
    const tokens: string[] = []
    const released = visitChunk(chunk, (piece, kind, path, choice) => {
      const text = this.#textAt(kind, path, choice)
      const part = { text, released: text.take(piece, choice === undefined || isEnded(choice)) }
      parts.push(part)
      for (const { token } of part.released.tokens) tokens.push(token)
      return part.released.text
    })
    return { tokens, chunk, released, parts }
  }

  /**
   * Adds the chunk with its tokens restored to `restored`. Where it ends a choice, what was held back of that choice's
   * other texts goes before it, in a chunk of its own.
   */
  restore({ tokens, chunk, released, parts }: TakenChunk, restored: CompletionChunk[]): void {
    if (chunk.choices.some(isEnded)) {
      const rests = chunk.choices.filter(isEnded).flatMap(({ index }) => this.#restOf(index))
      if (rests.length > 0) restored.push(chunkOf(chunk, rests))
    }
    restored.push(tokens.length === 0 ? released : this.#restoreParts(chunk, parts))
  }

  #restoreParts(chunk: CompletionChunk, parts: readonly Part[]): CompletionChunk {
    let next = 0
    return visitChunk(chunk, (piece) => {
      const part = parts[next++]
      return part === undefined ? piece : part.text.restore(part.released, this.#reveal)
    })
  }

  /** What is still held back where a stream ended without ending its choices. */
  rest(last: CompletionChunk): readonly CompletionChunk[] {
    const rests = this.#texts.choices().flatMap((index) => this.#restOf(index))
    return rests.length === 0 ? [] : [chunkOf(last, rests)]
  }

  #textAt(kind: DeltaTextKind, path: string, choice: ChunkChoice | undefined): GrowingText {
    if (kind === 'whole' || choice === undefined) return new GrowingText('whole')
    return this.#texts.at(choice.index, path, () => new GrowingText(kind))
  }

  #restOf(index: number): readonly ChunkChoice[] {
    const rests = new Map<string, string>()
    for (const [path, text] of this.#texts.of(index)) {
      const rest = text.take('', true).text
      if (rest !== '') rests.set(path, rest)
    }
    return rests.size === 0 ? [] : [{ index, delta: continuingDelta(rests), finish_reason: null }]
  }
}

function isEnded({ finish_reason }: ChunkChoice): boolean {
  return typeof finish_reason === 'string'
}

function chunkOf({ id, object, created, model }: CompletionChunk, choices: readonly ChunkChoice[]): CompletionChunk {
  return { id, object, created, model, choices: [...choices] }
}
