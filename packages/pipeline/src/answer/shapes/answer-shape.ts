import type { CompletionChunk, WireEvent } from '@sluice/contracts'
import type { DeltaTextKind } from '../delta-text.ts'

/** What an answer streams: chunks of chat, or the events of another wire. */
export type StreamItem = CompletionChunk | WireEvent

/** Where a text of an answer stands. Pieces with the same part and path continue one another. */
export interface AnswerText {
  /** `text` and `json` grow from item to item, `whole` comes in one piece. */
  readonly kind: DeltaTextKind
  /** The choice, the item of the output or the content block that it belongs to; undefined outside of them. */
  readonly part: number | undefined
  readonly path: string
  /** Whether the text ends with this piece. */
  readonly isLast: boolean
  /** A whole text that is JSON, however it begins. */
  readonly isJson?: true
}

/** Sees one string of an item; what it returns takes its place. */
export type AnswerTextVisitor = (piece: string, text: AnswerText) => string

/** Texts that end: all of an answer, of one part, or the one at a path of a part. */
export interface EndedTexts {
  readonly part?: number
  readonly path?: string
}

/** What is still to be said of the texts of one part, by path. */
export interface RestOfPart {
  readonly part: number
  readonly texts: ReadonlyMap<string, string>
}

/** Where an offset into a text of a part points now: `edge` says whether something begins there or ends. */
export type MoveOffset = (part: number, path: string, offset: number, edge: 'start' | 'end') => number

/** How the answers of one wire are read and rewritten. The layers of the way back know no wire but by this. */
export interface AnswerShape<Item extends StreamItem> {
  /** Visits every text of an item in a fixed order. Returns the very same item where nothing was replaced. */
  visit(item: Item, visitor: AnswerTextVisitor): Item
  /** The texts that end with this item: what was held back of them has to go before it. */
  endedBy(item: Item): readonly EndedTexts[]
  /**
   * Items that carry the rests of texts.
   *
   * @param like an item of the same answer.
   */
  continuing(like: Item, rests: readonly RestOfPart[]): readonly Item[]
  /**
   * The item with the offsets into its texts where they point now that values stand in the place of tokens; the very
   * same item where it has none. Absent where the wire has no offsets.
   */
  moveOffsets?(item: Item, move: MoveOffset): Item
  /** The one text that stands for the whole item, where its texts have no places of their own. */
  textOf?(item: Item): string
  /** Whether this item may be the last of its stream. */
  isTerminal(item: Item): boolean
}
