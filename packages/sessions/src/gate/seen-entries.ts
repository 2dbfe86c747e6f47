/** Which entries of a log have been heeded, in whatever order they came. Each entry names the one before. */
export interface SeenEntries {
  /** Notes an entry and the one before it; false where it was noted before. */
  add(number: number, previous: number): boolean
  /** All entries up to and including this one have been noted. */
  upTo(): number
  /** Takes all entries up to and including this one for noted. */
  startAt(number: number): void
}

export function createSeenEntries(): SeenEntries {
  let through = 0
  /** Entries by the one before, which is on its way or will be read up. */
  const ahead = new Map<number, number>()

  function advance(): void {
    for (let next = ahead.get(through); next !== undefined; next = ahead.get(through)) through = next
    for (const [previous, number] of ahead) if (number <= through) ahead.delete(previous)
  }

  return {
    add(number, previous) {
      if (number <= through || ahead.get(previous) === number) return false
      ahead.set(previous, number)
      advance()
      return true
    },
    upTo: () => through,
    startAt(number) {
      through = number
      advance()
    },
  }
}
