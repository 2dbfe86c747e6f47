import { createHoldBack, type HoldBack, type Released } from '@sluice/token-vault'
import type { DeltaTextKind } from '../../answer/index.ts'
import { type DeliveredSpan, type DeliveredText, MAX_SPANS_OF_TEXT } from '../../delivered/index.ts'
import { type AnswerDates, OwnDates } from './answer-dates.ts'
import type { DateHoldBack } from './hold-back-dates.ts'
import type { NewValueReader } from './new-values.ts'
import type { RestoredSize } from './restored-size.ts'
import type { Shown } from './token-values.ts'

/** Gives what is to stand in a token's place; undefined leaves the token. */
export type Reveal = (token: string) => Shown | undefined

/** How much more text of an answer may be kept until it ends, in UTF-16 code units. */
export interface KeptRoom {
  left: number
}

/** One text of an answer while it grows. */
export class GrowingText {
  readonly #holdBack: HoldBack = createHoldBack()
  readonly #moves: Move[] = []
  readonly #room: KeptRoom
  readonly #newValues: NewValueReader | undefined
  readonly #spans: DeliveredSpan[] = []
  readonly #dates: AnswerDates | undefined
  readonly #shiftedDates: DateHoldBack | undefined
  readonly #ownDates: OwnDates | undefined
  /** What has left so far; undefined where there was no room for it. */
  #kept: string | undefined = ''
  #isJson: boolean | undefined
  /** Where the piece that was released last begins in the text, and where the next one will. */
  #pieceAt = 0
  #nextAt = 0

  /**
   * @param newValues reads the text before its tokens are restored.
   * @param dates where dates of the session are shifted.
   * @param isJson of a text that is JSON however it begins.
   */
  constructor(
    kind: DeltaTextKind,
    room: KeptRoom,
    newValues: NewValueReader | undefined,
    dates: AnswerDates | undefined,
    isJson?: boolean,
  ) {
    this.#room = room
    this.#newValues = newValues
    this.#dates = dates
    this.#shiftedDates = dates?.holdBack()
    this.#ownDates = dates === undefined ? undefined : new OwnDates((date) => dates.noteOwn(date))
    if (kind === 'json' || isJson === true) this.#isJson = true
  }

  /** Takes the next piece; with `last`, nothing is held back any longer. */
  take(piece: string, last: boolean): Released {
    this.#isJson ??= beginsLikeJson(piece)
    const leaving = this.#newValues === undefined ? piece : this.#newValues.read(piece, this.#isJson === true, last)
    const whole = this.#release(leaving, last)
    const released = this.#shiftedDates === undefined ? whole : this.#shiftedDates.push(whole, last)
    this.#pieceAt = this.#nextAt
    this.#nextAt += released.text.length
    if (released.tokens.length === 0) this.#keep(released.text)
    return released
  }

  /**
   * The text with its tokens replaced, escaped where it stands inside JSON. Its size is counted before it is built:
   * throws as `size` does.
   */
  restore(released: Released, reveal: Reveal, size: RestoredSize): string {
    const from = this.#kept?.length ?? 0
    const isName = (token: string) => this.#dates?.isName(token) === true
    const shown = this.#dates === undefined ? reveal : this.#revealing(reveal, this.#dates)
    const restored = restoreTokens(
      released,
      shown,
      this.#isJson === true,
      size,
      from,
      isName,
      (token, growth, span) => {
        this.#moves.push({ start: this.#pieceAt + token.start, end: this.#pieceAt + token.end, growth })
        if (this.#kept !== undefined) this.#spans.push(span)
      },
    )
    if (released.tokens.length > 0) this.#keep(restored)
    return restored
  }

  /**
   * The whole text as it has left, if it has values in it, or dates of the model's own, and was not too long to keep.
   */
  restored(): DeliveredText | undefined {
    if (this.#kept === undefined) return undefined
    this.#ownDates?.read(this.#kept, this.#spans, true)
    const own = this.#ownDates?.spans ?? []
    const isRoom = this.#spans.length + own.length <= MAX_SPANS_OF_TEXT
    const spans =
      isRoom && own.length > 0 ? [...this.#spans, ...own].toSorted((a, b) => a.start - b.start) : this.#spans
    return spans.length === 0 ? undefined : { text: this.#kept, spans, isJson: this.#isJson === true }
  }

  /**
   * The whole text as it came: its values are tokens again, as the model wrote them. Values of the model's own that the
   * caller may not see stay masked. Undefined where it was too long to keep. Linear.
   */
  received(): string | undefined {
    if (this.#kept === undefined) return undefined
    let received = ''
    let copied = 0
    for (const { start, end, written } of this.#spans) {
      received += this.#kept.slice(copied, start) + written
      copied = end
    }
    return received + this.#kept.slice(copied)
  }

  #keep(piece: string): void {
    if (this.#kept === undefined) return
    this.#room.left -= piece.length
    const isTooMuch = this.#room.left < 0 || this.#spans.length > MAX_SPANS_OF_TEXT
    this.#kept = isTooMuch ? undefined : this.#kept + piece
    if (this.#kept !== undefined) this.#ownDates?.read(this.#kept, this.#spans, false)
  }

  /** A shifted date that may not be seen is counted. */
  #revealing(reveal: Reveal, dates: AnswerDates): Reveal {
    return (token) => {
      const known = reveal(token)
      if (known === undefined && dates.isName(token)) dates.withhold(token)
      return known
    }
  }

  /** Where an offset into the text as it came points now. One within a token points to the edge of its value. */
  moved(written: number, edge: 'start' | 'end'): number {
    const offset = this.#newValues === undefined ? written : this.#newValues.moved(written, edge)
    let growth = 0
    for (const move of this.#moves) {
      if (move.end <= offset) growth += move.growth
      else if (move.start < offset) return (edge === 'start' ? move.start : move.end + move.growth) + growth
      else break
    }
    return offset + growth
  }

  #release(piece: string, last: boolean): Released {
    const released = this.#holdBack.push(piece)
    if (!last) return released
    const rest = this.#holdBack.flush()
    return { text: released.text + rest.text, tokens: released.tokens }
  }
}

/** A token with a value in its place: where it stood, and by how much the text has grown, in UTF-16 code units. */
interface Move {
  readonly start: number
  readonly end: number
  readonly growth: number
}

/** Whether a text that begins like this is JSON; undefined while it is white space only. */
function beginsLikeJson(piece: string): boolean | undefined {
  const first = piece.trimStart().charAt(0)
  return first === '' ? undefined : first === '{' || first === '['
}

function restoreTokens(
  { text, tokens }: Released,
  reveal: Reveal,
  isJson: boolean,
  size: RestoredSize,
  from: number,
  isName: (token: string) => boolean,
  onRestored: (token: Pick<Move, 'start' | 'end'>, growth: number, span: DeliveredSpan) => void,
): string {
  let restored = ''
  let copied = 0
  for (const { token, start, end, before = '', behind = '' } of tokens) {
    const known = reveal(token)
    if (known === undefined) continue
    const value = before + (isJson ? JSON.stringify(known.value).slice(1, -1) : known.value) + behind
    size.add(start - copied + value.length)
    restored += text.slice(copied, start)
    onRestored({ start, end }, value.length - (end - start), {
      ...(isName(token) ? { date: known.entity } : {}),
      start: from + restored.length,
      end: from + restored.length + value.length,
      before: before.length,
      behind: behind.length,
      level: known.level,
      isMask: known.isMask,
      written: text.slice(start, end),
    })
    restored += value
    copied = end
  }
  size.add(text.length - copied)
  if (copied === 0) return text
  const whole = restored + text.slice(copied)
  size.grow(whole.length - text.length)
  return whole
}
