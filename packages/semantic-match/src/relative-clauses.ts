import { isModifierOnly, PAST } from './inflection.ts'

/** Open a clause that says more about the word before it. */
const RELATIVES: ReadonlySet<string> = new Set(['which', 'that', 'who'])

/** Most adjectives of one clause. */
const MOST_ADJECTIVES = 3

/**
 * `dog, which is brown and small,` as `brown and small dog`: a clause of nothing but adjectives, up to a comma or the
 * end of the sentence.
 */
export function adjectivesFirst(words: readonly string[]): readonly string[] {
  const out: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const end = RELATIVES.has(words[i] ?? '') && words[i + 1] === 'be' ? adjectivesEnd(words, i + 2) : 0
    if (end === 0) {
      out.push(words[i] ?? '')
      continue
    }
    const hasComma = out.at(-1) === ','
    if (hasComma) out.pop()
    const noun = out.pop()
    out.push(...words.slice(i + 2, end), ...(noun === undefined ? [] : [noun]))
    // The comma behind the clause belongs to the one before it.
    i = hasComma && words[end] === ',' ? end : end - 1
  }
  return out
}

/** One past the last adjective from `start`; 0 where something else follows. */
function adjectivesEnd(words: readonly string[], start: number): number {
  for (let at = start; at < start + 2 * MOST_ADJECTIVES; at += 2) {
    const word = words[at] ?? ''
    if (!isModifierOnly(word) && !word.endsWith(PAST) && !COLORS.has(word)) return 0
    const next = words[at + 1]
    if (next === undefined || next === ',') return at + 1
    if (next !== 'and') return 0
  }
  return 0
}

/** Adjectives that are also nouns. */
const COLORS: ReadonlySet<string> = new Set(
  'black white red green blue yellow brown orange pink purple gray young old'.split(' '),
)

/** `X, who works` as `X works`, and `X which is red` as `X is red`. */
export function withoutRelatives(words: readonly string[]): readonly string[] {
  return words.filter((word, i) => {
    if (i === 0 || !RELATIVES.has(word)) return true
    return words[i + 1] !== 'be' && words[i - 1] !== ','
  })
}
