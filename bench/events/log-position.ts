/** Follows the offsets of partitions, which rise by one from 0: what is passed over was dropped before it was read. */
export class LogPosition {
  readonly #next = new Map<string, number>()
  #missed = 0

  /** False where the message was read before, as after a change of the group. */
  advance(partition: string, offset: number): boolean {
    const next = this.#next.get(partition) ?? 0
    if (offset < next) return false
    this.#missed += offset - next
    this.#next.set(partition, offset + 1)
    return true
  }

  missed(): number {
    return this.#missed
  }
}
