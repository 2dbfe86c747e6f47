import { ADVERBIAL_PREPOSITIONS, ASSISTANT_VERBS, BOUNDARIES, DETERMINERS, QUESTION_WORDS } from './lexicon.ts'
import type { Token } from './tokenize.ts'

/** Most words of the name of an owner. */
const LONGEST_NAME = 5

/** `France's capital city` as `capital city of France`. An owner is one word, or a name of several. */
export function genitives(tokens: readonly Token[]): readonly Token[] {
  const out: Token[] = []
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i] as Token
    const end = token.text === "'s" ? runEnd(tokens, i + 1) : i
    if (end <= i + 1 || out.length === 0) {
      out.push(token)
      continue
    }
    let owner = out.length - 1
    while (out.length - owner < LONGEST_NAME && isName(out[owner]) && isName(out[owner - 1])) owner -= 1
    const owners = out.splice(owner)
    const before = out.at(-1)
    // The article of the owner stays with it: `the dog's tail`, `tail of the dog`.
    if (before !== undefined && DETERMINERS.has(before.text)) owners.unshift(...out.splice(-1))
    out.push(...tokens.slice(i + 1, end), { ...token, text: 'of' }, ...owners)
    i = end - 1
  }
  return out
}

function runEnd(tokens: readonly Token[], start: number): number {
  let end = start
  while (end < tokens.length && !BOUNDARIES.has(tokens[end]?.text ?? '')) end += 1
  return end
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && !token.isFirst && /^\p{Lu}/u.test(token.raw) && !BOUNDARIES.has(token.text)
}

/** Most words of an adverbial that stands before its sentence, comma not counted. */
const LONGEST_ADVERBIAL = 8

/** `in Java, write a class` as `write a class in Java`. */
export function adverbialLast(words: readonly string[]): readonly string[] {
  if (!ADVERBIAL_PREPOSITIONS.has(words[0] ?? '')) return words
  const comma = words.indexOf(',')
  if (comma < 2 || comma > LONGEST_ADVERBIAL || comma === words.length - 1) return words
  return [...words.slice(comma + 1), ...words.slice(0, comma)]
}

/** The nouns and adjectives around an `and`; longer ones keep their order. */
const LONGEST_CONJUNCT = 3

/** With one of these the order of two things matters. */
const ORDERED: ReadonlySet<string> = new Set(
  'respectively then ratio divide subtract quotient remainder minus order sequence append concatenate swap'.split(' '),
)

/** `the dog and the cat` as `the cat and the dog`: one order for both, unless the sentence pairs them with others. */
export function sortConjuncts(words: readonly string[]): readonly string[] {
  if (words.some((word) => ORDERED.has(word))) return words
  const out = [...words]
  for (let i = 1; i < out.length - 1; i += 1) {
    if (out[i] !== 'and' && out[i] !== 'or') continue
    const start = conjunctStart(out, i)
    const end = conjunctEnd(out, i)
    if (start === i || end === i + 1 || out[start - 1] === 'and' || out[end] === 'and' || out[start - 1] === ',')
      continue
    // `young men and women`: the adjective may be for both.
    if (i - start !== end - i - 1) continue
    // Without articles the order may be what is asked for: `reverse abc and def`.
    if (!isDeterminer(out[start]) || !isDeterminer(out[i + 1])) continue
    const [left, right] = [out.slice(start, i), out.slice(i + 1, end)]
    if (left.join(' ') > right.join(' ')) out.splice(start, end - start, ...right, out[i] ?? '', ...left)
    i = end - 1
  }
  return out
}

function conjunctStart(words: readonly string[], and: number): number {
  let start = and
  while (start > 0 && and - start < LONGEST_CONJUNCT && !BOUNDARIES.has(words[start - 1] ?? '')) start -= 1
  if (start < and && start === 0 && ASSISTANT_VERBS.has(words[0] ?? '')) start += 1
  if (start < and && isDeterminer(words[start - 1])) start -= 1
  return start
}

function conjunctEnd(words: readonly string[], and: number): number {
  const first = isDeterminer(words[and + 1]) ? and + 2 : and + 1
  let end = first
  while (end < words.length && end - first < LONGEST_CONJUNCT && !BOUNDARIES.has(words[end] ?? '')) end += 1
  return end === first ? and + 1 : end
}

function isDeterminer(word: string | undefined): boolean {
  return word !== undefined && DETERMINERS.has(word)
}

/** Words that open a clause of its own: no passive is turned in such a sentence. */
const CLAUSE_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'but', 'that', 'if', 'because', 'while', 'not', 'no'])

/** Behind a participle of `verbs~d`: `onion be slice~d by woman` as `woman slice onion`. */
export function activeVoice(words: readonly string[]): readonly string[] {
  const by = words.indexOf('by')
  const participle = words[by - 1] ?? ''
  const auxiliary = words[by - 2] ?? ''
  if (by < 3 || !participle.endsWith('~d') || (auxiliary !== 'be' && auxiliary !== 'was')) return words
  if (words.some((word) => CLAUSE_WORDS.has(word) || QUESTION_WORDS.has(word) || word === 'polar')) return words
  if (words.filter((word) => word === 'be' || word === 'was').length > (words[by - 3] === 'be' ? 2 : 1)) return words
  const subject = words.slice(0, words[by - 3] === 'be' ? by - 3 : by - 2)
  let end = by + 1
  while (end < words.length && !BOUNDARIES.has(words[end] ?? '')) end += 1
  if (end === by + 1 || subject.length === 0) return words
  const verb = auxiliary === 'be' ? participle.slice(0, -2) : participle
  return [...words.slice(by + 1, end), verb, ...subject, ...words.slice(end)]
}
