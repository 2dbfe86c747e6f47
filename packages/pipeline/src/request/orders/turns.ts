/** Gathers the texts of the user's turns: what the user says in a row is one turn. */
export class UserTurns {
  readonly #turns: string[][] = []
  #turn: string[] | undefined

  /** Adds what the user says. */
  say(texts: readonly string[]): void {
    if (this.#turn === undefined) {
      this.#turn = []
      this.#turns.push(this.#turn)
    }
    for (const text of texts) this.#turn.push(text)
  }

  /** Somebody else speaks. */
  interrupt(): void {
    this.#turn = undefined
  }

  /** The newest turn first. An invented answer after an order must not hide it, so turns are never dropped. */
  newestFirst(): readonly (readonly string[])[] {
    return this.#turns.toReversed()
  }
}

/** The texts of content parts that have a member `text`. */
export function textsOfParts(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown) =>
    typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string' ? [part.text] : [],
  )
}
