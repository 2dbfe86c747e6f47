import { type DateOrder, orderShown } from '../../dates/index.ts'
import type { ChangedValues } from './changed-values.ts'

/** More different dates of one request than this get tokens: the answer is searched for them. */
const MOST_SHIFTED = 2_000

/**
 * The dates of one request that are to be shifted. Where a text has a date of digits that shows whether the day or the
 * month comes first, and still does when it is shifted, others of the text have that order.
 */
export class DatesOfRequest {
  /** The dates that are shifted, as they leave. */
  readonly shifted = new Map<string, string>()
  readonly #changed: Pick<ChangedValues, 'shift'>
  readonly #orders = new Map<string, DateOrder | 'both'>()
  /** Of dates that do not show it themselves. */
  readonly #given = new Map<string, DateOrder>()

  constructor(changed: Pick<ChangedValues, 'shift'>) {
    this.#changed = changed
  }

  /** Notes what a date shows of the text that it stands in. */
  note(path: string, date: string): void {
    const order = orderShown(date)
    if (order === undefined || this.#changed.shift(date) === undefined) return
    const known = this.#orders.get(path) ?? order
    this.#orders.set(path, known === order ? order : 'both')
  }

  /** A date as it leaves; undefined where it gets a token. */
  laterOf(path: string, date: string): string | undefined {
    const inText = this.#orders.get(path)
    const order = inText === 'both' ? undefined : inText
    const given = this.#given.get(date)
    if (given !== undefined && inText !== undefined && given !== order) return undefined
    const known = this.shifted.get(date)
    if (known !== undefined || this.shifted.size >= MOST_SHIFTED) return known
    const shown = this.#changed.shift(date)
    const later = shown ?? (order === undefined ? undefined : this.#changed.shift(date, order))
    if (later === undefined) return undefined
    if (shown === undefined && order !== undefined) this.#given.set(date, order)
    this.shifted.set(date, later)
    return later
  }
}
