import type { ChunkChoice, CompletionChunk } from '@sluice/contracts'
import type { Released } from '@sluice/token-vault'
import { continuingDelta, type DeltaTextKind, isHighSurrogate, TextsByPlace } from '../../answer/index.ts'
import { GrowingText, type Reveal } from './restore-text.ts'
import type { RestoredSize } from './restored-size.ts'
import { visitChunk } from './visit-chunk.ts'

/** The longest piece that is restored at once, in UTF-16 code units: at most about a millisecond of work. */
export const SLICE_LENGTH = 8_192

interface Part {
  readonly text: GrowingText
  readonly released: Released
}

/** A text of a chunk that is too long to be restored at once. */
interface LongPart {
  readonly text: GrowingText
  readonly piece: string
  readonly last: boolean
  restored: string
}

/** A chunk that was read, and what may leave of it. */
export interface TakenChunk {
  /** The tokens that are whole now and have to be known before the chunk is restored. */
  readonly tokens: readonly string[]
  readonly chunk: CompletionChunk
  readonly released: CompletionChunk
  /** In the order of the chunk's texts. */
  readonly parts: readonly (Part | LongPart)[]
  /** UTF-16 code units of the texts that were taken at once. */
  readonly length: number
  /** Those that `restoreLong` has to restore before `restore`; empty for nearly every chunk. */
  readonly longParts: readonly LongPart[]
}

/** Learns what tokens stand for; a promise only where a store has to be asked. */
type Learn = (tokens: readonly string[]) => Promise<void> | undefined

/** Does work of so many code units when it is this answer's turn. */
type InTurn = <T>(units: number, work: () => T) => T | Promise<T>

/** Restores the chunks of one answer, in their order: each is taken and then restored, before the next is taken. */
export class ChunkRestorer {
  readonly #reveal: Reveal
  readonly #size: RestoredSize
  readonly #inTurn: InTurn
  readonly #texts = new TextsByPlace<GrowingText>()

  constructor(reveal: Reveal, size: RestoredSize, inTurn: InTurn) {
    this.#reveal = reveal
    this.#size = size
    this.#inTurn = inTurn
  }

  /** Reads the next chunk, but for its long texts. Throws `layer_failed` where an answer has too many texts. */
  take(chunk: CompletionChunk): TakenChunk {
    const parts: (Part | LongPart)[] = []
    const longParts: LongPart[] = []
    const tokens: string[] = []
    let length = 0
    const released = visitChunk(chunk, (piece, kind, path, choice) => {
      const text = this.#textAt(kind, path, choice)
      const last = kind === 'whole' || choice === undefined || isEnded(choice)
      // Texts that follow a long one wait for it: one text may stand in a chunk twice.
      if (length + piece.length > SLICE_LENGTH || longParts.length > 0) {
        const part = { text, piece, last, restored: '' }
        longParts.push(part)
        parts.push(part)
        return piece
      }
      const part = { text, released: text.take(piece, last) }
      length += piece.length
      parts.push(part)
      for (const { token } of part.released.tokens) tokens.push(token)
      return part.released.text
    })
    return { tokens, chunk, released, parts, length, longParts }
  }

  /** Restores the long texts of a chunk, a slice at a time. Rejects as `learn` and the bound on the size do. */
  async restoreLong({ longParts }: TakenChunk, learn: Learn): Promise<void> {
    for (const part of longParts) {
      for (let from = 0; from < part.piece.length; ) {
        const end = endOfSlice(part.piece, from)
        const slice = part.piece.slice(from, end)
        const last = part.last && end === part.piece.length
        const waiting = await this.#inTurn(slice.length, () => this.#restoreSlice(part, slice, last, learn))
        if (waiting !== undefined) {
          await waiting.learning
          await this.#inTurn(slice.length, () => this.#addTo(part, waiting.released))
        }
        from = end
      }
    }
  }

  /** Restores one slice of a long text; what waits for values is returned. */
  #restoreSlice(part: LongPart, slice: string, last: boolean, learn: Learn) {
    const released = part.text.take(slice, last)
    const tokens = released.tokens.map(({ token }) => token)
    const learning = tokens.length > 0 ? learn(tokens) : undefined
    if (learning !== undefined) return { released, learning }
    this.#addTo(part, released)
    return undefined
  }

  #addTo(part: LongPart, released: Released): void {
    part.restored += part.text.restore(released, this.#reveal, this.#size)
  }

  /**
   * Adds the chunk with its tokens restored to `restored`. Where it ends a choice, what was held back of that choice's
   * other texts goes before it, in a chunk of its own. Throws `answer_too_large`.
   */
  restore({ tokens, chunk, released, parts, longParts, length }: TakenChunk, restored: CompletionChunk[]): void {
    if (chunk.choices.some(isEnded)) {
      const rests = chunk.choices.filter(isEnded).flatMap(({ index }) => this.#restOf(index))
      if (rests.length > 0) restored.push(chunkOf(chunk, rests))
    }
    if (tokens.length > 0 || longParts.length > 0) {
      restored.push(this.#restoreParts(chunk, parts))
    } else {
      this.#size.add(length)
      restored.push(released)
    }
  }

  #restoreParts(chunk: CompletionChunk, parts: readonly (Part | LongPart)[]): CompletionChunk {
    let next = 0
    return visitChunk(chunk, (piece) => {
      const part = parts[next++]
      if (part === undefined) return piece
      return 'piece' in part ? part.restored : part.text.restore(part.released, this.#reveal, this.#size)
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

/** Where the slice that begins at `from` ends: never between the two halves of a character. */
function endOfSlice(text: string, from: number): number {
  const end = Math.min(from + SLICE_LENGTH, text.length)
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
}

function isEnded({ finish_reason }: ChunkChoice): boolean {
  return typeof finish_reason === 'string'
}

function chunkOf({ id, object, created, model }: CompletionChunk, choices: readonly ChunkChoice[]): CompletionChunk {
  return { id, object, created, model, choices: [...choices] }
}
