import { plainWord } from './plain-word.ts'
import { PHRASES, SENTENCES } from './rewrite-tables.ts'

interface Sentence {
  readonly from: readonly string[]
  readonly to: readonly string[]
}

const phraseTable = new Map<string, readonly string[]>()
const phraseStarts = new Map<string, number>()
for (const { from, to } of parse(PHRASES)) {
  phraseTable.set(from.join(' '), to)
  const [first = ''] = from
  phraseStarts.set(first, Math.max(phraseStarts.get(first) ?? 0, from.length))
}

const sentenceTable = new Map<string, Sentence[]>()
for (const sentence of parse(SENTENCES)) {
  const [first = ''] = sentence.from
  sentenceTable.set(first, [...(sentenceTable.get(first) ?? []), sentence])
}

/** The rows of a table, in the form that words have when they are compared. */
function parse(table: string): readonly Sentence[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [from = '', to = ''] = line.trim().split(' > ')
      return { from: plainWords(from.split(' ')), to: plainWords(to.split(' ')) }
    })
}

/** Replaces the longest phrase at each place, once. Linear: a phrase has at most five words. */
export function rewritePhrases(words: readonly string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < words.length; ) {
    const found = phraseAt(words, i)
    if (found === undefined) out.push(words[i] ?? '')
    else out.push(...found.to)
    i += found?.length ?? 1
  }
  return out
}

function phraseAt(words: readonly string[], start: number) {
  for (let length = phraseStarts.get(words[start] ?? '') ?? 0; length > 0; length -= 1) {
    const to = phraseTable.get(words.slice(start, start + length).join(' '))
    if (to !== undefined) return { to, length }
  }
  return undefined
}

/** Two things can change places. */
const SYMMETRIC: ReadonlySet<string> = new Set(['difference-of', 'better-of'])

/** What a sentence of one of the forms becomes; the words themselves where it has none of them. */
export function rewriteSentence(words: readonly string[]): readonly string[] {
  for (const { from, to } of sentenceTable.get(words[0] ?? '') ?? []) {
    const bound = bind(from, words)
    if (bound === undefined) continue
    const [one = [], other = []] = [bound.get('*1'), bound.get('*2')]
    if (SYMMETRIC.has(to[0] ?? '') && one.join(' ') > other.join(' ')) bound.set('*1', other).set('*2', one)
    return to.flatMap((word) => bound.get(word) ?? [word])
  }
  return words
}

/** The words that each wildcard stands for. A second wildcard begins at the first place where its separator stands. */
function bind(from: readonly string[], words: readonly string[]): Map<string, readonly string[]> | undefined {
  const bound = new Map<string, readonly string[]>()
  let at = 0
  for (const [i, word] of from.entries()) {
    if (!word.startsWith('*')) {
      if (words[at] !== word) return undefined
      at += 1
      continue
    }
    const next = from[i + 1]
    const rest = from.length - i - 1
    const end =
      next === undefined
        ? words.length
        : from.includes('*2') && word === '*1'
          ? words.indexOf(next, at + 1)
          : words.length - rest
    if (end <= at) return undefined
    bound.set(word, words.slice(at, end))
    at = end
  }
  return at === words.length ? bound : undefined
}

function plainWords(words: readonly string[]): string[] {
  const plain: string[] = []
  for (const [i, word] of words.entries()) {
    if (word === 'the') continue
    plain.push(word.startsWith('*') || word.includes('-') ? word : plainWord(word, words[i - 1]))
  }
  return plain
}
