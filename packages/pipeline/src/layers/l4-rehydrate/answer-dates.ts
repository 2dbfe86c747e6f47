import { ENTITY_CLASSES, type PolicyViolation } from '@sluice/contracts'
import { datesIn, KnownDates } from '../../dates/index.ts'
import type { DeliveredSpan } from '../../delivered/index.ts'
import { severityOf } from '../../run/severity-of-level.ts'
import { DateHoldBack } from './hold-back-dates.ts'

/** More different dates than this are not told apart. */
const MOST_COUNTED = 1_000

/** How much of a text is read for dates of its own at once, and how far beyond both ends, in UTF-16 code units. */
const WINDOW = 1_024
const AROUND = 64

const { level: LEVEL } = ENTITY_CLASSES.DATE_TIME

/** What becomes of the dates of one answer, where those of the session are shifted. */
export class AnswerDates {
  readonly #shifted: ReadonlyMap<string, string>
  readonly #names: ReadonlySet<string>
  readonly #known: KnownDates
  readonly #own = new Set<string>()
  readonly #withheld = new Set<string>()

  /** @param shifted dates as they were sent, with their names; dates of the answer count only where there are any. */
  constructor(shifted: ReadonlyMap<string, string>) {
    this.#shifted = shifted
    this.#names = new Set(shifted.values())
    this.#known = new KnownDates(shifted.keys())
  }

  /** Looks for shifted dates in one text; undefined where there are none to look for. */
  holdBack(): DateHoldBack | undefined {
    return this.#shifted.size === 0 ? undefined : new DateHoldBack(this.#known, (date) => this.#shifted.get(date))
  }

  /** Whether a token is the name of a shifted date. */
  isName(token: string): boolean {
    return this.#names.has(token)
  }

  /** Notes a shifted date that stays, because the caller may not see what it stands for. */
  withhold(name: string): void {
    this.#withheld.add(name)
  }

  /** Notes a date that the model has written, without its time of day. */
  noteOwn(date: string): void {
    if (this.#shifted.size > 0 && !this.#shifted.has(date) && this.#own.size < MOST_COUNTED) this.#own.add(date)
  }

  /** How many different ones. Nothing of them is told. */
  violations(): readonly PolicyViolation[] {
    return [
      ...violationOf('derived-date', 'The answer holds dates of its own, which may be shifted', this.#own.size),
      ...violationOf('shifted-date', 'Dates of the answer stay shifted', this.#withheld.size),
    ]
  }
}

function violationOf(policyId: string, message: string, count: number): readonly PolicyViolation[] {
  if (count === 0) return []
  const severity = severityOf(LEVEL)
  return [{ policy_id: policyId, layer: 'L4', action: 'observed', severity, message: `${message}: ${count}.` }]
}

/**
 * Reads one text as it leaves, for dates that the model has written itself: they go back to the model as they are. It
 * reads in windows whose borders depend on the text alone; each letter about once.
 */
export class OwnDates {
  readonly #note: (date: string) => void
  readonly #spans: DeliveredSpan[] = []
  #readTo = 0

  constructor(note: (date: string) => void) {
    this.#note = note
  }

  /**
   * Reads what is new of the text, as far as it is known what follows.
   *
   * @param restored the values in it, in order: a date there is none of the model's own.
   */
  read(text: string, restored: readonly DeliveredSpan[], last: boolean): void {
    while (this.#readTo + WINDOW + AROUND <= text.length || (last && this.#readTo < text.length)) {
      const from = Math.max(0, this.#readTo - AROUND)
      const to = this.#readTo + WINDOW
      for (const { start, end, dayEnd } of datesIn(text.slice(from, to + AROUND))) {
        this.#take(text, { start: start + from, end: end + from, dayEnd: dayEnd + from }, restored, to)
      }
      this.#readTo = to
    }
  }

  /** The model's own dates in what was read, in order. */
  get spans(): readonly DeliveredSpan[] {
    return this.#spans
  }

  #take(
    text: string,
    { start, end, dayEnd }: { readonly start: number; readonly end: number; readonly dayEnd: number },
    restored: readonly DeliveredSpan[],
    to: number,
  ): void {
    if (start < this.#readTo || start >= to) return
    if (restored.some((span) => span.start < end && start < span.end)) return
    this.#note(text.slice(start, dayEnd))
    const written = text.slice(start, end)
    this.#spans.push({ start, end, before: 0, behind: 0, level: LEVEL, isMask: false, written, date: 'own' })
  }
}
