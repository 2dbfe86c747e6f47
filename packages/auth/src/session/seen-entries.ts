/** Which entries of a log without gaps have been heeded, in whatever order they came. */
export interface SeenEntries {
  /** Notes an entry; false where it was noted before. */
  add(number: number): boolean
  /** All entries up to and including this one have been noted. */
  upTo(): number
  /** Takes all entries up to and including this one for noted. */
  startAt(number: number): void
}

export function createSeenEntries(): SeenEntries {
  let through = 0
  /** Entries that came before one of their predecessors; the predecessor is on its way or will be read up. */
  const ahead = new Set<number>()
  const advance = () => {
    while (ahead.delete(through + 1)) through += 1
  }
  return {
    add(number) {
      if (number <= through || ahead.has(number)) return false
      ahead.add(number)
      advance()
      return true
    },
    upTo: () => through,
    startAt(number) {
      through = number
      for (const early of ahead) if (early <= number) ahead.delete(early)
      advance()
    },
  }
}
