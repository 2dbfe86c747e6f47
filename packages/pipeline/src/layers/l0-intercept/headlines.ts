import type { Words } from './read-words.ts'
import { GAP } from './read-words.ts'
import type { Sign } from './sign.ts'
import { IN_ENGLISH } from './words/lexicon.ts'
import { FUNCTION as F, NOUN as N } from './words/tags.ts'

const QUESTION: Sign = { category: 'A', rule: 'question', confidence: 0.9 }
/** A headline names what it is about at once. */
const HEADLINE_WORDS = 4
/** No title before a colon is longer. */
const TITLE_WORDS = 8

/** A question is answered from knowledge, or from what is on record. */
export function questionOf(words: Words, from: number, nouns: number, functions: number): Sign {
  const first = words.functions[from] ?? 0
  const next = words.functions[from + 1] ?? 0
  const isLevel = (next & F.many) !== 0 || ((next & F.question) !== 0 && (words.languages & IN_ENGLISH) === 0)
  const isHow = (first & F.how) !== 0 && !isLevel
  if (
    isHow ||
    ((first | next | (words.functions[from + 2] ?? 0)) & F.question) === 0 ||
    (first & (F.if | F.fault)) !== 0
  )
    return QUESTION
  if ((next & (F.must | F.can)) !== 0) return QUESTION
  const isOnRecord = (nouns & (N.record | N.access)) !== 0 && (functions & F.ours) !== 0
  return isOnRecord ? { category: 'D', rule: 'question:on-record', confidence: 0.7 } : QUESTION
}

/** "Commit message for: ...", "Mensaje de commit: ...": a text is named, and what it is about behind a colon. */
export function isTitled(words: Words, from: number): boolean {
  let isText = false
  for (let at = from; at < Math.min(words.count, from + TITLE_WORDS); at += 1) {
    if (at > from && words.gap[at] === GAP.colon) return isText && at >= from + 2
    const isVerb = at === from && (words.verbs[at] ?? 0) !== 0
    const isObject = ((words.functions[at + 1] ?? 0) & F.determiner) !== 0
    if (isVerb && ((words.nouns[at] ?? 0) === 0 || isObject)) return false
    if (((words.nouns[at] ?? 0) & (N.text | N.message)) !== 0) isText = true
  }
  return false
}

/** "Template for a confirmation, please": a text is named, and nothing is said of it. */
export function headlineOf(words: Words, from: number): Sign | undefined {
  for (let at = from; at < Math.min(words.count, from + HEADLINE_WORDS); at += 1) {
    if (((words.functions[at] ?? 0) & (F.i | F.ours | F.must)) !== 0) return undefined
    if (((words.nouns[at] ?? 0) & N.text) !== 0) return { category: 'B', rule: 'headline', confidence: 0.6 }
    if (((words.nouns[at] ?? 0) & (N.code | N.platform)) !== 0 && isDescribed(words, at + 1)) {
      return { category: 'C', rule: 'headline', confidence: 0.6 }
    }
  }
  return undefined
}

/** "dockerfile that creates a user", "script qui vide": what is named is described. */
function isDescribed(words: Words, from: number): boolean {
  for (let at = from; at < Math.min(words.count, from + 4); at += 1) {
    if (((words.functions[at] ?? 0) & (F.that | F.question | F.preposition)) !== 0) return true
  }
  return false
}
