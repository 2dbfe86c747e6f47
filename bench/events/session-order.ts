/** Watches that the numbers of each session come from 1 on, one after another. */
export class SessionOrder {
  readonly #last = new Map<string, number>()
  readonly #disordered = new Set<string>()

  add(session: string, number: number): void {
    if (number !== (this.#last.get(session) ?? 0) + 1) this.#disordered.add(session)
    this.#last.set(session, number)
  }

  disordered(): number {
    return this.#disordered.size
  }
}
