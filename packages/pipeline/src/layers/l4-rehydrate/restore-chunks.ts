import { type ChunkChoice, type CompletionChunk, SluiceError } from '@sluice/contracts'
import { continuingDelta, type DeltaTextKind, type Released } from '../../streaming/index.ts'
import { GrowingText } from './restore-text.ts'
import type { TokenValues } from './token-values.ts'
import { visitChunk } from './visit-chunk.ts'

/** Texts that one answer may have: choices times fields and tool calls. */
const MAX_TEXTS = 4_096

interface Part {
  readonly text: GrowingText
  readonly released: Released
}

/** Restores the chunks of one answer, in their order. */
export class ChunkRestorer {
  readonly #values: TokenValues
  /** By choice, then by path. */
  readonly #texts = new Map<number, Map<string, GrowingText>>()
  #count = 0

  constructor(values: TokenValues) {
    this.#values = values
  }

  /**
   * The chunk with its tokens restored. Where it ends a choice, what was held back of that choice's other texts goes
   * before it, in a chunk of its own. Rejects as the Secure State Map does, and with `layer_failed`.
   */
  async restore(chunk: CompletionChunk): Promise<readonly CompletionChunk[]> {
    const parts: Part[] = []
    const released = visitChunk(chunk, (piece, kind, path, choice) => {
      const text = this.#textAt(kind, path, choice)
      const part = { text, released: text.take(piece, choice === undefined || isEnded(choice)) }
      parts.push(part)
      return part.released.text
    })
    const tokens = parts.flatMap((part) => part.released.tokens.map(({ token }) => token))
    const restored = tokens.length === 0 ? released : await this.#reveal(chunk, parts, tokens)
    const rests = chunk.choices.filter(isEnded).flatMap(({ index }) => this.#restOf(index))
    return rests.length === 0 ? [restored] : [chunkOf(chunk, rests), restored]
  }

  async #reveal(chunk: CompletionChunk, parts: readonly Part[], tokens: readonly string[]): Promise<CompletionChunk> {
    await this.#values.learn(tokens)
    let next = 0
    return visitChunk(chunk, (piece) => {
      const part = parts[next++]
      return part === undefined ? piece : part.text.restore(part.released, (token) => this.#values.reveal(token))
    })
  }

  /** What is still held back where a stream ended without ending its choices. */
  rest(last: CompletionChunk): readonly CompletionChunk[] {
    const rests = [...this.#texts.keys()].flatMap((index) => this.#restOf(index))
    return rests.length === 0 ? [] : [chunkOf(last, rests)]
  }

  #textAt(kind: DeltaTextKind, path: string, choice: ChunkChoice | undefined): GrowingText {
    if (kind === 'whole' || choice === undefined) return new GrowingText('whole')
    const texts = this.#texts.get(choice.index) ?? new Map<string, GrowingText>()
    this.#texts.set(choice.index, texts)
    const known = texts.get(path)
    if (known !== undefined) return known
    if (++this.#count > MAX_TEXTS) throw new SluiceError('layer_failed', { cause: new Error('Too many texts.') })
    const text = new GrowingText(kind)
    texts.set(path, text)
    return text
  }

  #restOf(index: number): readonly ChunkChoice[] {
    const rests = new Map<string, string>()
    for (const [path, text] of this.#texts.get(index) ?? []) {
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
