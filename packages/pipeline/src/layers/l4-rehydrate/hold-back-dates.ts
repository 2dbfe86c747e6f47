import type { Released, WrittenToken } from '@sluice/token-vault'
import { DATE_REACH, isWholeDate, type KnownDates, mayGoOn } from '../../dates/index.ts'

const NO_TOKENS: readonly WrittenToken[] = []
const NOTHING: Released = { text: '', tokens: NO_TOKENS }

/**
 * Finds the dates of one text that were shifted when they were sent, where the text repeats one exactly, and gives each
 * as a token: its name. It holds back the end of the text while that is the beginning of such a date, or such a date
 * that may still be a part of another one; everything else passes at once. What is found is the same however the text
 * is cut.
 */
export class DateHoldBack {
  readonly #known: KnownDates
  readonly #nameOf: (date: string) => string | undefined
  #held: Released = NOTHING
  /** The end of what has left. */
  #lead = ''

  constructor(known: KnownDates, nameOf: (date: string) => string | undefined) {
    this.#known = known
    this.#nameOf = nameOf
  }

  /** Takes what its tokens were found in, and gives what may leave; with `last`, all of it. */
  push(released: Released, last: boolean): Released {
    const held = this.#held
    const text = held.text === '' ? released.text : held.text + released.text
    if (text === '') return NOTHING
    if (held.text === '' && this.#known.nextPlace(text, 0, this.#lead) === text.length) {
      this.#lead = leadOf(this.#lead, text, text.length)
      return released
    }
    const tokens = [...held.tokens, ...released.tokens.map((token) => movedBy(token, held.text.length))]
    const { dates, cut } = this.#datesOf(text, tokens, last)
    const all = dates.length === 0 ? tokens : [...tokens, ...dates].toSorted((a, b) => a.start - b.start)
    this.#held = {
      text: text.slice(cut),
      tokens: all.filter(({ end }) => end > cut).map((each) => movedBy(each, -cut)),
    }
    this.#lead = leadOf(this.#lead, text, cut)
    return { text: text.slice(0, cut), tokens: all.filter(({ end }) => end <= cut) }
  }

  #datesOf(text: string, tokens: readonly WrittenToken[], last: boolean) {
    const dates: WrittenToken[] = []
    const whole = this.#lead + text
    const offset = this.#lead.length
    let [covered, next] = [0, 0]
    const from = (place: number) => this.#known.nextPlace(text, place, this.#lead)
    for (let start = from(0); start < text.length; start = from(start + 1)) {
      while ((tokens[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1
      const isInToken = (tokens[next]?.start ?? Number.POSITIVE_INFINITY) <= start
      if (start < covered || isInToken) continue
      if (!last && this.#known.mayBeginAt(text, start)) return { dates, cut: start }
      const date = this.#known.at(text, start)
      if (date === undefined) continue
      const end = start + date.length
      if (!last && mayGoOn(text.slice(end))) return { dates, cut: start }
      const token = isWholeDate(whole, start + offset, end + offset) ? this.#nameOf(date) : undefined
      if (token === undefined) continue
      dates.push({ token, start, end })
      covered = end
    }
    return { dates, cut: text.length }
  }
}

/** The last code units of what has left, up to `cut`. */
function leadOf(lead: string, text: string, cut: number): string {
  if (cut >= DATE_REACH) return text.slice(cut - DATE_REACH, cut)
  return (lead + text.slice(0, cut)).slice(-DATE_REACH)
}

function movedBy(token: WrittenToken, offset: number): WrittenToken {
  return offset === 0 ? token : { ...token, start: token.start + offset, end: token.end + offset }
}
