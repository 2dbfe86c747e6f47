import { createHash, hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

const OF_NOTHING = hash('sha256', '', 'base64url')
/** Sorting so many takes less than a millisecond. */
const SORTED_AT_ONCE = 2_048

/**
 * The digest of the tokens that were restored: SHA-256 of them, sorted by UTF-16 code units and joined by line feeds,
 * base64url. Many tokens are sorted in parts: other requests go on between them.
 */
export function digestOfTokens(tokens: Iterable<string>): string | Promise<string> {
  const all = [...tokens]
  if (all.length === 0) return OF_NOTHING
  if (all.length <= SORTED_AT_ONCE) return hash('sha256', all.sort().join('\n'), 'base64url')
  return digestInParts(all)
}

async function digestInParts(all: readonly string[]): Promise<string> {
  let runs: string[][] = []
  for (let from = 0; from < all.length; from += SORTED_AT_ONCE) {
    runs.push(all.slice(from, from + SORTED_AT_ONCE).sort())
    await setImmediate()
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(await mergeRuns(runs[at] ?? [], runs[at + 1] ?? []))
    runs = merged
  }
  const digest = createHash('sha256')
  const [sorted = []] = runs
  for (let from = 0; from < sorted.length; from += SORTED_AT_ONCE) {
    digest.update(`${from === 0 ? '' : '\n'}${sorted.slice(from, from + SORTED_AT_ONCE).join('\n')}`)
    await setImmediate()
  }
  return digest.digest('base64url')
}

async function mergeRuns(one: readonly string[], other: readonly string[]): Promise<string[]> {
  const merged: string[] = []
  let [atOne, atOther] = [0, 0]
  for (;;) {
    const [first, second] = [one[atOne], other[atOther]]
    if (first === undefined && second === undefined) return merged
    if (second === undefined || (first !== undefined && first <= second)) {
      merged.push(first ?? '')
      atOne += 1
    } else {
      merged.push(second)
      atOther += 1
    }
    if (merged.length % SORTED_AT_ONCE === 0) await setImmediate()
  }
}
