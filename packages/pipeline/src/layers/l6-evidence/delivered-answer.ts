import { createHash, type Hash, hash } from 'node:crypto'
import type { ChunkChoice, EmbeddingsAnswer, WireEvent } from '@sluice/contracts'
import {
  type AnswerItem,
  eventShapeOf,
  isChunk,
  isContentOnly,
  isHighSurrogate,
  isWireEvent,
  TextsByPlace,
  visitDelta,
} from '../../answer/index.ts'
import type { ModelRequestKind } from '../../request/index.ts'

/** The digest of one text, or of one vector, of an answer. */
export interface DeliveredDigest {
  /** The index of the choice, of the item of the output, of the content block or of the vector. */
  readonly choice: number
  /** Where it stands there, for example `/content`, `/tool_calls/0/function/arguments` or `/embedding`. */
  readonly path: string
  /** SHA-256, base64url, over the text in UTF-8; of a vector, over its JSON. */
  readonly sha256: string
}

/** Pieces are gathered until there are this many UTF-16 code units: each call of the hash costs more than its work. */
const GATHERED_LENGTH = 1_024

interface GrowingDigest {
  readonly choice: number
  readonly path: string
  /** Absent until there was too much to gather. */
  hash?: Hash
  gathered: string
  /** It came in one piece: whatever comes for its place repeats it. */
  isWhole?: true
}

/**
 * Digests an answer while it is delivered. However a text was cut into chunks, its digest is the same, so whoever kept
 * the answer can check it. Keeps 1,024 UTF-16 code units and a piece of each text, not more.
 */
export class DeliveredAnswer {
  readonly #kind: ModelRequestKind
  readonly #texts = new TextsByPlace<GrowingDigest>()

  /** @param kind of the request that is answered. */
  constructor(kind: ModelRequestKind) {
    this.#kind = kind
  }

  /** Throws `layer_failed` where an answer has more texts than can be accounted for. */
  add(item: AnswerItem): void {
    if (isChunk(item)) for (const choice of item.choices) this.#addDelta(choice)
    else if (isWireEvent(item)) this.#addEvent(item)
    else this.#addVectors(item)
  }

  /** Wires repeat a text that has come in deltas once it is whole: it counts once. */
  #addEvent(event: WireEvent): void {
    const shape = eventShapeOf(this.#kind)
    const whole = shape.textOf?.(event)
    if (whole !== undefined) {
      gather(this.#textAt(0, '/result'), whole)
      return
    }
    shape.visit(event, (piece, { kind, part, path }) => {
      if (part === undefined || piece === '') return piece
      const isWhole = kind === 'whole'
      const known = this.#texts.of(part).get(path)
      if (isWhole ? known !== undefined : known?.isWhole === true) return piece
      const text = known ?? this.#textAt(part, path)
      gather(text, piece)
      if (isWhole) text.isWhole = true
      return piece
    })
  }

  #addDelta({ index, delta }: ChunkChoice): void {
    if (isContentOnly(delta)) {
      if (delta.content !== '') gather(this.#textAt(index, '/content'), delta.content)
      return
    }
    visitDelta(delta, (piece, _kind, path) => {
      if (piece !== '') gather(this.#textAt(index, path), piece)
      return piece
    })
  }

  #addVectors({ data }: EmbeddingsAnswer): void {
    for (const { index, embedding } of data) {
      const vector = typeof embedding === 'string' ? embedding : JSON.stringify(embedding)
      gather(this.#textAt(index, '/embedding'), vector)
    }
  }

  /** The digests so far, by choice and path. */
  digests(): readonly DeliveredDigest[] {
    return this.#texts
      .choices()
      .flatMap((choice) => [...this.#texts.of(choice).values()])
      .map((text) => ({ choice: text.choice, path: text.path, sha256: digestOf(text) }))
      .sort((a, b) => a.choice - b.choice || (a.path < b.path ? -1 : 1))
  }

  #textAt(choice: number, path: string): GrowingDigest {
    return this.#texts.at(choice, path, () => ({ choice, path, gathered: '' }))
  }
}

function gather(text: GrowingDigest, piece: string): void {
  text.gathered += piece
  if (text.gathered.length < GATHERED_LENGTH) return
  // UTF-8 has no form for half a surrogate pair: it waits for its other half.
  const { length } = text.gathered
  const cut = isHighSurrogate(text.gathered.charCodeAt(length - 1)) ? length - 1 : length
  text.hash ??= createHash('sha256')
  text.hash.update(text.gathered.slice(0, cut), 'utf8')
  text.gathered = text.gathered.slice(cut)
}

function digestOf({ hash: begun, gathered }: GrowingDigest): string {
  return begun === undefined
    ? hash('sha256', gathered, 'base64url')
    : begun.copy().update(gathered, 'utf8').digest('base64url')
}
