import type { Released } from '@sluice/token-vault'
import {
  type AnswerShape,
  type AnswerText,
  isHighSurrogate,
  type RestOfPart,
  type StreamItem,
  TextsByPlace,
} from '../../answer/index.ts'
import type { DeliveredText } from '../../delivered/index.ts'
import type { ReceivedText } from '../../run/disclosed.ts'
import type { AnswerDates } from './answer-dates.ts'
import type { NewValues } from './new-values.ts'
import { GrowingText, type KeptRoom, type Reveal } from './restore-text.ts'
import type { RestoredSize } from './restored-size.ts'

/** The longest piece that is restored at once, in UTF-16 code units: at most about a millisecond of work. */
export const SLICE_LENGTH = 8_192

/** How much of an answer is kept until it ends, in UTF-16 code units. */
const MAX_KEPT_LENGTH = 262_144

/** How many texts that came as a whole are shown to who asks for them. */
const MAX_WHOLES = 256

const NO_RESTS: readonly TakenRest[] = []
const NO_TEXTS: ReadonlyMap<string, GrowingText> = new Map()

interface Part {
  readonly text: GrowingText
  readonly released: Released
}

interface PlacedText {
  readonly part: number
  readonly path: string
  readonly text: GrowingText
}

/** A text of an item that is too long to be restored at once. */
interface LongPart {
  readonly text: GrowingText
  readonly piece: string
  readonly last: boolean
  restored: string
}

/** An item that was read, and what may leave of it. */
export interface TakenItem<Item> {
  /** The tokens that are whole now and have to be known before the item is restored. */
  readonly tokens: readonly string[]
  readonly item: Item
  readonly released: Item
  /** In the order of the item's texts. */
  readonly parts: readonly (Part | LongPart)[]
  /** UTF-16 code units of the texts that were taken at once. */
  readonly length: number
  /** Its whole texts by their place, where offsets of the item may point into them. */
  readonly wholes: ReadonlyMap<string, GrowingText>
  /** Those that `restoreLong` has to restore before `restore`; empty for nearly every item. */
  readonly longParts: readonly LongPart[]
  /** What was held back of texts that end with the item; undefined where they wait for long texts. */
  readonly rests: readonly TakenRest[] | undefined
}

/** What was held back of the texts of one part, by path. */
export interface TakenRest {
  readonly part: number
  readonly texts: ReadonlyMap<string, Part>
}

/** Learns what tokens stand for; a promise only where a store has to be asked. */
type Learn = (tokens: readonly string[]) => Promise<void> | undefined

/** Does work of so many code units when it is this answer's turn. */
type InTurn = <T>(units: number, work: () => T) => T | Promise<T>

/** Restores the items of one answer, in their order: each is taken and then restored, before the next is taken. */
export class ItemRestorer<Item extends StreamItem> {
  readonly #shape: AnswerShape<Item>
  readonly #reveal: Reveal
  readonly #size: RestoredSize
  readonly #inTurn: InTurn
  readonly #newValues: NewValues | undefined
  readonly #dates: AnswerDates | undefined
  readonly #texts = new TextsByPlace<GrowingText>()
  readonly #room: KeptRoom = { left: MAX_KEPT_LENGTH }
  /** The texts that came as a whole, by place, the last of each; undefined where nobody asks for them. */
  readonly #wholes: Map<string, PlacedText> | undefined
  /** The texts with values in them; all, where they may have dates of the model's own. */
  readonly #restored = new Set<GrowingText>()

  constructor(
    shape: AnswerShape<Item>,
    reveal: Reveal,
    size: RestoredSize,
    inTurn: InTurn,
    newValues: NewValues | undefined,
    dates: AnswerDates | undefined,
    showsReceived: boolean,
  ) {
    this.#shape = shape
    this.#reveal = reveal
    this.#size = size
    this.#inTurn = inTurn
    this.#newValues = newValues
    this.#dates = dates
    this.#wholes = showsReceived ? new Map() : undefined
  }

  /** Reads the next item, but for its long texts. Throws `layer_failed` where an answer has too many texts. */
  take(item: Item): TakenItem<Item> {
    const parts: (Part | LongPart)[] = []
    const longParts: LongPart[] = []
    const tokens: string[] = []
    const wholes = this.#shape.moveOffsets === undefined ? undefined : new Map<string, GrowingText>()
    let length = 0
    const released = this.#shape.visit(item, (piece, place) => {
      const text = this.#textAt(place)
      if (wholes !== undefined && place.kind === 'whole' && place.part !== undefined)
        wholes.set(nameOf(place.part, place.path), text)
      const last = place.kind === 'whole' || place.isLast
      // Texts that follow a long one wait for it: one text may stand in an item twice.
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
    const rests = longParts.length > 0 ? undefined : this.#takeEnded(item)
    if (rests !== undefined) for (const token of tokensOf(rests)) tokens.push(token)
    return { tokens, item, released, parts, length, wholes: wholes ?? NO_TEXTS, longParts, rests }
  }

  /** Restores the long texts of an item, a slice at a time. Rejects as `learn` and the bound on the size do. */
  async restoreLong({ longParts }: TakenItem<Item>, learn: Learn): Promise<void> {
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
    part.restored += this.#restoreText(part.text, released)
  }

  #restoreText(text: GrowingText, released: Released): string {
    const restored = text.restore(released, this.#reveal, this.#size)
    if (released.tokens.length > 0) this.#restored.add(text)
    return restored
  }

  /** The texts of the answer with values in them, as they have left. Those beyond 256 KiB are left out. */
  *restoredTexts(): Iterable<DeliveredText> {
    for (const text of this.#restored) {
      const restored = text.restored()
      if (restored !== undefined) yield restored
    }
  }

  /** The texts that grew, as they came, or else those that came as a whole; but for those beyond 256 KiB. */
  *receivedTexts(): Iterable<ReceivedText> {
    const parts = this.#texts.choices()
    const grown = parts.flatMap((part) => [...this.#texts.of(part)].map(([path, text]) => ({ part, path, text })))
    for (const { part, path, text } of grown.length > 0 ? grown : (this.#wholes?.values() ?? [])) {
      const received = text.received()
      if (received !== undefined && received !== '') yield { part, path, text: received }
    }
  }

  /** Reads what has left to its end, also where the answer broke off. */
  finishReading(): void {
    for (const text of this.#restored) text.restored()
  }

  /**
   * Adds the item with its tokens restored to `restored`. What was held back of texts that end with it goes before it,
   * in items of its own. Throws `answer_too_large`.
   */
  restore(taken: TakenItem<Item>, restored: Item[]): void {
    const { tokens, item, released, parts, longParts, length } = taken
    // What a long text had to be waited for is restored as far as it is known.
    const rests = taken.rests ?? this.#takeEnded(item)
    if (rests.length > 0) restored.push(...this.continuing(item, rests))
    if (tokens.length > 0 || longParts.length > 0) {
      restored.push(this.#withOffsets(this.#restoreParts(item, parts), taken))
    } else {
      this.#size.add(length)
      restored.push(this.#withOffsets(released, taken))
    }
  }

  /** Offsets of an item point into its own whole texts, or else into those that have grown. */
  #withOffsets(item: Item, { wholes }: TakenItem<Item>): Item {
    const { moveOffsets } = this.#shape
    if (moveOffsets === undefined) return item
    return moveOffsets(item, (part, path, offset, edge) => {
      const text = wholes.get(nameOf(part, path)) ?? this.#texts.of(part).get(path)
      return text === undefined ? offset : text.moved(offset, edge)
    })
  }

  #restoreParts(item: Item, parts: readonly (Part | LongPart)[]): Item {
    let next = 0
    return this.#shape.visit(item, (piece) => {
      const part = parts[next++]
      if (part === undefined) return piece
      return 'piece' in part ? part.restored : this.#restoreText(part.text, part.released)
    })
  }

  /** What is still held back: of one part and one path, where they are named. Its tokens are to be known next. */
  takeRests(part?: number, path?: string): readonly TakenRest[] {
    const parts = part === undefined ? this.#texts.choices() : [part]
    return parts.flatMap((each) => {
      const rests = new Map<string, Part>()
      for (const [place, text] of this.#texts.of(each)) {
        if (path !== undefined && place !== path) continue
        const released = text.take('', true)
        if (released.text !== '') rests.set(place, { text, released })
      }
      return rests.size === 0 ? [] : [{ part: each, texts: rests }]
    })
  }

  /** Items with what was held back, its tokens restored. Throws `answer_too_large`. */
  continuing(like: Item, rests: readonly TakenRest[]): readonly Item[] {
    const restored = rests.map(({ part, texts }): RestOfPart => {
      const ends = new Map<string, string>()
      for (const [path, { text, released }] of texts) ends.set(path, this.#restoreText(text, released))
      return { part, texts: ends }
    })
    return this.#shape.continuing(like, restored)
  }

  #takeEnded(item: Item): readonly TakenRest[] {
    const ended = this.#shape.endedBy(item)
    return ended.length === 0 ? NO_RESTS : ended.flatMap(({ part, path }) => this.takeRests(part, path))
  }

  #textAt({ kind, part, path, isJson }: AnswerText): GrowingText {
    if (kind === 'whole' || part === undefined) {
      const text = this.#newText('whole', isJson)
      if (part !== undefined && this.#wholes !== undefined && this.#wholes.size < MAX_WHOLES)
        this.#wholes.set(nameOf(part, path), { part, path, text })
      return text
    }
    return this.#texts.at(part, path, () => this.#newText(kind))
  }

  #newText(kind: AnswerText['kind'], isJson?: boolean): GrowingText {
    const text = new GrowingText(kind, this.#room, this.#newValues?.reader(), this.#dates, isJson)
    if (this.#dates !== undefined) this.#restored.add(text)
    return text
  }
}

/** The tokens of what was held back. */
export function tokensOf(rests: readonly TakenRest[]): readonly string[] {
  return rests.flatMap(({ texts }) =>
    [...texts.values()].flatMap(({ released }) => released.tokens.map(({ token }) => token)),
  )
}

function nameOf(part: number, path: string): string {
  return `${part} ${path}`
}

/** Where the slice that begins at `from` ends: never between the two halves of a character. */
function endOfSlice(text: string, from: number): number {
  const end = Math.min(from + SLICE_LENGTH, text.length)
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
}
