import type { FileSummary } from '../model/file-summary.ts'
import { relativesOf } from '../parse/relatives.ts'
import { chooseRelated } from '../prefilter/choose-related.ts'
import { relatedWords } from '../prefilter/related-words.ts'
import type { UnparsedFiles } from '../prefilter/unparsed-files.ts'
import type { ParsePool } from './parse-pool.ts'

/** What is known after the files with keywords were read. It grows while others are. */
export interface Known {
  readonly summaries: readonly FileSummary[]
  readonly unparsed: UnparsedFiles
  readonly bytesRead: number
}

const BATCH_FILES = 48
/** A wrapper of a wrapper of a wrapper. */
const MAX_ROUNDS = 3
/** Parsing is slow: of a large project no more than a small share is parsed for this. */
const MAX_SHARE = 0.06
const MIN_BUDGET_BYTES = 2_000_000

/**
 * Looks at files without a keyword that belong to what was found: the other end of a wrapper, and where its constants
 * stand. Whatever those leave open is looked for in the next round.
 */
export async function lookAtRelated(pool: ParsePool, known: Known): Promise<void> {
  const asked = new Set<string>()
  let budgetBytes = Math.max(MIN_BUDGET_BYTES, known.bytesRead * MAX_SHARE)
  for (let round = 1; round <= MAX_ROUNDS && known.unparsed.size > 0; round += 1) {
    const words = newWords(known.summaries, asked)
    if (Object.keys(words).length === 0) return
    const chosen = chooseRelated(known.unparsed.with(words), known.unparsed.size, budgetBytes)
    if (chosen.length === 0) return
    for (const { file, bytes } of chosen) {
      known.unparsed.remove(file)
      budgetBytes -= bytes
    }
    await pool.look({ type: 'chosen' }, inBatches(chosen.map(({ file }) => file)))
  }
}

/** Words that were not asked for yet, by group of languages. */
function newWords(summaries: readonly FileSummary[], asked: Set<string>): Record<string, string[]> {
  const words: Record<string, string[]> = {}
  const keyOf = (word: string, language: string) => `${relativesOf(language)} ${word}`
  for (const [language, all] of relatedWords(summaries, (word, of) => asked.has(keyOf(word, of)))) {
    const group = relativesOf(language)
    for (const word of all) {
      const key = keyOf(word, language)
      if (asked.has(key)) continue
      asked.add(key)
      words[group] ??= []
      words[group].push(word)
    }
  }
  return words
}

function inBatches(files: Iterable<string>): () => readonly string[] {
  const left = [...files]
  let taken = 0
  return () => {
    const batch = left.slice(taken, taken + BATCH_FILES)
    taken += batch.length
    return batch
  }
}
