import { type Lexicon, WORD_IS } from './lexicon.ts'
import type { TaggedName } from './tagged-name.ts'
import { LOOK, type Tokens } from './tokens.ts'

/** How sure a name is whose words are looked for in the rest of the text: one of several words, and one alone. */
const SURE = { severalWords: 0.8, alone: 0.92 }
/** What their words score where nothing else says that they are a name. */
const REPEATED_SCORE = 0.6
const SHORTEST = 3

/**
 * The names of a text, with those words that name a person elsewhere in it: who wrote `Duane Ruiz` once writes `Ruiz`
 * afterwards, where the words around do not always tell. Linear.
 */
export function withRepeatedNames(
  names: readonly TaggedName[],
  tokens: Tokens,
  lexicon: Lexicon,
): readonly TaggedName[] {
  const words = personWords(names, tokens, lexicon)
  if (words.size === 0) return names
  const all: TaggedName[] = []
  let next = 0
  let last = -1
  for (let i = 0; i < tokens.count; i += 1) {
    const start = tokens.starts[i] as number
    for (let name = names[next]; name !== undefined && name.end <= start; name = names[next]) {
      all.push(name)
      next += 1
    }
    const isTagged = (names[next]?.start ?? Number.POSITIVE_INFINITY) <= start
    if (isTagged || !isWritten(tokens.looks[i]) || !words.has(tokens.words[i] as number)) continue
    const end = tokens.ends[i] as number
    const before = last === i - 1 && last !== -1 ? all.pop() : undefined
    all.push({ kind: 'person', start: before?.start ?? start, end, score: REPEATED_SCORE })
    last = i
  }
  for (const name of names.slice(next)) all.push(name)
  return all
}

/** The words that name a person for sure, and nothing else. */
function personWords(names: readonly TaggedName[], tokens: Tokens, lexicon: Lexicon): ReadonlySet<number> {
  const words = new Set<number>()
  let i = 0
  for (const { kind, start, end, score } of names) {
    if (kind !== 'person' || score < SURE.severalWords) continue
    while (i < tokens.count && (tokens.starts[i] as number) < start) i += 1
    const first = i
    while (i < tokens.count && (tokens.starts[i] as number) < end) i += 1
    if (i === first + 1 && score < SURE.alone) continue
    for (const at of [first, i - 1]) if (isOnlyName(tokens, at, lexicon)) words.add(tokens.words[at] as number)
  }
  return words
}

function isOnlyName(tokens: Tokens, i: number, lexicon: Lexicon): boolean {
  const length = (tokens.ends[i] as number) - (tokens.starts[i] as number)
  if (tokens.looks[i] !== LOOK.title || length < SHORTEST) return false
  return (lexicon.infoOf(tokens.words[i] as number) & OTHER_MEANING) === 0
}

/** What also means something else: `Will`, `May`, `Paris`, `Dr`. */
const OTHER_MEANING =
  WORD_IS.common | WORD_IS.calendar | WORD_IS.largePlace | WORD_IS.country | WORD_IS.title | WORD_IS.nationality

function isWritten(look: number | undefined): boolean {
  return look === LOOK.title || look === LOOK.upper
}
