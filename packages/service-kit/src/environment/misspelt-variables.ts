import type { Environment } from './environment.ts'

interface MisspeltVariable {
  readonly given: string
  /** The known name that it is nearest to. */
  readonly meant: string
}

/** Longer names are not compared: no variable of a service has one. */
const MAX_NAME_LENGTH = 64
/** Shorter names are too similar to those of other programs: `HOST` and `HOME` are two edits apart. */
const SHORT_NAME_LENGTH = 8

/**
 * Finds variables that are set and unknown, and whose name is nearly that of a known variable that is not set: one edit
 * apart, or two where the known name has 8 characters or more. An edit inserts, drops or replaces a
 * character or swaps two neighbours; upper and lower case count as the same.
 */
export function findMisspelt(known: readonly string[], env: Environment): readonly MisspeltVariable[] {
  const isSet = (name: string) => env[name] !== undefined && env[name] !== ''
  const missing = known.filter((name) => !isSet(name))
  const others = Object.keys(env).filter(
    (name) => isSet(name) && !known.includes(name) && name.length <= MAX_NAME_LENGTH,
  )
  return others.flatMap((given) => {
    const candidates = missing
      .map((meant) => ({ meant, edits: editDistance(given.toUpperCase(), meant, editsOf(meant)) }))
      .filter(({ meant, edits }) => edits <= editsOf(meant))
      .toSorted((a, b) => a.edits - b.edits)
    return candidates.slice(0, 1).map(({ meant }) => ({ given, meant }))
  })
}

function editsOf(meant: string): number {
  return meant.length < SHORT_NAME_LENGTH ? 1 : 2
}

/**
 * The optimal string alignment distance (Damerau 1964, Levenshtein 1966, neighbours swapped once); infinite where it
 * is more than `most`. A service compares thousands of pairs when it starts; nearly all end in a few rows.
 */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY
  let beforeLast: readonly number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + cost,
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    // A later row comes from this one, or by a swap, which is an edit, from the one before.
    if (Math.min(...current) > most && Math.min(...last) >= most) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
