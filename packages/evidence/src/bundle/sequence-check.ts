import type { EvidencePart } from '../evidence/evidence-part.ts'
import { EvidenceFault } from './judge-leaf.ts'

/** Makes sure that the records of a tenant and the events of its sessions follow each other without a gap. */
export class SequenceCheck {
  #endedAt: number | undefined
  #position: number | undefined
  /** The number of the next event of each session that was seen. */
  readonly #next = new Map<number, number>()

  /** Whether what was seen ended where a range begins. */
  isBefore(from: number): boolean {
    return this.#endedAt === from
  }

  /** Forgets what was seen: there are leaves between that are not shown. */
  begin(from: number): this {
    this.#endedAt = from
    this.#position = undefined
    this.#next.clear()
    return this
  }

  endAt(to: number): void {
    this.#endedAt = to
  }

  /** @returns 1 where the numbers of a session begin anew, as after a long rest, else 0. */
  add({ position, inSession }: EvidencePart, place: string): number {
    this.#addPosition(position, place)
    if (inSession === undefined) return 0
    const { session, sequence, events } = inSession
    const expected = this.#next.get(session)
    this.#next.set(session, sequence + events)
    if (expected === undefined || sequence === expected) return 0
    if (sequence === 1) return 1
    throw new EvidenceFault(
      place,
      sequence > expected
        ? `before it, the events ${expected} to ${sequence - 1} of its session are missing.`
        : `it is moved: its session had got to event ${expected - 1} before it.`,
    )
  }

  /** A record of which only the position is told. Which session it was of, nobody can tell. */
  addGone(position: number, place: string): void {
    this.#addPosition(position, place)
    this.#next.clear()
  }

  #addPosition(position: number, place: string): void {
    const expected = (this.#position ?? position - 1) + 1
    this.#position = position
    if (position === expected) return
    throw new EvidenceFault(
      place,
      position > expected
        ? `before it, the records ${expected} to ${position - 1} of the tenant are missing: removed, or taken out.`
        : `it is moved: the records of the tenant had got to ${expected - 1} before it.`,
    )
  }
}
