import type { EntityType, Level, NewValuesAction, PolicyViolation } from '@sluice/contracts'
import { severityOf } from '../../run/severity-of-level.ts'

/** A value in a piece of an answer, in UTF-16 code units; `end` is one past the last. */
interface NewValue {
  readonly entity: EntityType
  readonly level: Level
  readonly start: number
  readonly end: number
}

/** Finds the values of a piece of an answer that matter, disjoint and in order. Tokens are none. Linear. */
export type FindNewValues = (text: string, isJson: boolean) => readonly NewValue[]

/** More values than this are not told apart. */
const MOST_COUNTED = 1_000

/** Told of a value and how it is written. Returns whether it is to be masked. */
type NoteValue = (value: NewValue, written: string, mayMask: boolean) => boolean

/** Shorter sentences are read with the next, longer ones in pieces; UTF-16 code units. */
const SHORTEST = 64
const LONGEST = 1_024
/** How much of the sentence before is read again: a word there may say what a value is. */
const BEFORE = 64

/** What one answer holds that stands in none of the session's tokens: the model's own values. */
export class NewValues {
  readonly #find: FindNewValues
  readonly #action: NewValuesAction
  readonly #clearance: Level
  readonly #counts = new Map<string, { entity: EntityType; count: number; level: Level; isMasked: boolean }>()
  /** Of the values so far: some wires say a text twice. */
  readonly #known = new Set<string>()

  /** @param clearance what the caller may see is flagged, and never masked. */
  constructor(find: FindNewValues, action: NewValuesAction, clearance: Level) {
    this.#find = find
    this.#action = action
    this.#clearance = clearance
  }

  /** Reads one text of the answer. */
  reader(): NewValueReader {
    const note: NoteValue = (value, written, mayMask) => this.#note(value, written, mayMask)
    return new NewValueReader(this.#find, note, this.#action === 'mask')
  }

  /** How many different ones were found, by type. Nothing of them is told. */
  violations(): readonly PolicyViolation[] {
    return [...this.#counts.values()].map(({ entity, count, level, isMasked }) => ({
      policy_id: `new-value-${entity.toLowerCase().replaceAll('_', '-')}`,
      layer: 'L4',
      action: isMasked ? 'masked' : 'observed',
      severity: severityOf(level),
      message: `The answer holds values of its own of type ${entity}: ${count}.`,
    }))
  }

  /** Returns whether the value is to be masked. */
  #note({ entity, level }: NewValue, written: string, mayMask: boolean): boolean {
    const isMasked = mayMask && this.#action === 'mask' && level > this.#clearance
    const name = `${entity} ${isMasked}`
    if (this.#known.size >= MOST_COUNTED || this.#known.has(`${name} ${written}`)) return isMasked
    this.#known.add(`${name} ${written}`)
    const known = this.#counts.get(name) ?? { entity, count: 0, level, isMasked }
    this.#counts.set(name, { ...known, count: known.count + 1 })
    return isMasked
  }
}

/** A value that is masked: where it stood, and by how much the text has grown, in UTF-16 code units. */
interface Move {
  readonly start: number
  readonly end: number
  readonly growth: number
}

/**
 * Reads one text of an answer sentence by sentence, as it comes: where a sentence ends depends on the text alone, so
 * every cutting gives the same. Where values may be masked, a sentence is held back until it has ended, at most 1,024
 * code units; else nothing is. Each letter is read twice at most.
 *
 * It cannot see a value that is cut by the end of a sentence, or by the 1,024th code unit of one. A bare number of JSON
 * is told and stays: a mask in its place would need quotes that nobody asked for.
 */
export class NewValueReader {
  readonly #find: FindNewValues
  readonly #note: NoteValue
  readonly #holdsBack: boolean
  readonly #moves: Move[] = []
  #open = ''
  /** Up to here the open sentence has no end. */
  #searched = 0
  #before = ''
  /** How much of the text was read. */
  #at = 0
  #isInString = false
  /** Whether the last sign of what was read is a backslash, which takes the next one with it. */
  #isEscaping = false

  constructor(find: FindNewValues, note: NoteValue, holdsBack: boolean) {
    this.#find = find
    this.#note = note
    this.#holdsBack = holdsBack
  }

  /** Takes the next piece, and gives what may leave. */
  read(piece: string, isJson: boolean, last: boolean): string {
    this.#open += piece
    let leaving = ''
    for (let end = this.#endOfSentence(last); end > 0; end = this.#endOfSentence(last)) {
      leaving += this.#readSentence(this.#open.slice(0, end), isJson)
      this.#open = this.#open.slice(end)
      this.#searched = 0
    }
    return this.#holdsBack ? leaving : piece
  }

  /** Where an offset into the text as the model wrote it points now. */
  moved(offset: number, edge: 'start' | 'end'): number {
    let growth = 0
    for (const move of this.#moves) {
      if (move.end <= offset) growth += move.growth
      else if (move.start < offset) return (edge === 'start' ? move.start : move.end + move.growth) + growth
      else break
    }
    return offset + growth
  }

  /** 0 while the first sentence is open. */
  #endOfSentence(last: boolean): number {
    const open = this.#open
    const known = Math.min(open.length, LONGEST)
    for (let at = Math.max(this.#searched, SHORTEST - 1); at < known; at += 1) {
      const sign = open.charCodeAt(at)
      if (sign === LINE_FEED) return at + 1
      if (!isStop(sign)) continue
      // What follows decides whether it is the end.
      if (at + 1 === open.length) break
      if (isSpace(open.charCodeAt(at + 1))) return at + 1
    }
    this.#searched = Math.max(0, known - 1)
    if (open.length >= LONGEST) return open.lastIndexOf(' ', LONGEST - 1) + 1 || LONGEST
    return last ? open.length : 0
  }

  #readSentence(sentence: string, isJson: boolean): string {
    const offset = this.#before.length
    let masked = ''
    let copied = 0
    for (const value of this.#find(this.#before + sentence, isJson)) {
      const [start, end] = [value.start - offset, value.end - offset]
      if (start < copied) continue
      if (isJson) this.#followQuotes(sentence, copied, start)
      if (this.#note(value, sentence.slice(Math.max(0, start), end), !isJson || this.#isInString)) {
        this.#moves.push({ start: this.#at + start, end: this.#at + end, growth: value.entity.length - (end - start) })
        masked += sentence.slice(copied, start) + value.entity
      } else {
        masked += sentence.slice(copied, end)
        if (isJson) this.#followQuotes(sentence, start, end)
      }
      copied = end
    }
    if (isJson) this.#followQuotes(sentence, copied, sentence.length)
    this.#before = (this.#before + sentence).slice(-BEFORE)
    this.#at += sentence.length
    return masked + sentence.slice(copied)
  }

  #followQuotes(text: string, from: number, to: number): void {
    for (let at = from; at < to; at += 1) {
      const sign = text.charCodeAt(at)
      if (this.#isEscaping) this.#isEscaping = false
      else if (sign === BACKSLASH) this.#isEscaping = true
      else if (sign === QUOTE) this.#isInString = !this.#isInString
    }
  }
}

const LINE_FEED = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c

function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === LINE_FEED || code === 0x0d || code === 0x09
}
