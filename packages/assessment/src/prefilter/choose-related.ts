/** A file in which words were found that other files have made interesting. */
export interface RelatedFile {
  readonly file: string
  readonly bytes: number
  readonly words: readonly string[]
}

/** A word in more files than this says little about any of them, be they 2 in 100 ... */
const MAX_SHARE = 0.02
/** ... unless the project is small. */
const MIN_FILES = 40

/**
 * Chooses the files that are worth parsing: those with the rarest words first, until `budgetBytes` are taken.
 *
 * @param searched in how many files the words were looked for.
 */
export function chooseRelated(found: readonly RelatedFile[], searched: number, budgetBytes: number): RelatedFile[] {
  const counts = new Map<string, number>()
  for (const word of found.flatMap(({ words }) => words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const limit = Math.max(MIN_FILES, searched * MAX_SHARE)
  const ranked = found
    .map((one) => ({ one, rarest: Math.min(...one.words.map((word) => counts.get(word) ?? 0)) }))
    .filter(({ rarest }) => rarest <= limit)
    .sort((a, b) => a.rarest - b.rarest || (a.one.file < b.one.file ? -1 : 1))
  let left = budgetBytes
  return ranked.flatMap(({ one }) => {
    left -= one.bytes
    return left >= 0 ? [one] : []
  })
}
