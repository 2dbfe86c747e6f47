import { GAP, type Words } from './read-words.ts'
import { ENTRIES, IN_ENGLISH, IN_GERMAN, numberOfWord } from './words/lexicon.ts'
import { FUNCTION as F, NOUN as N, VERB as V } from './words/tags.ts'

/** The articles of things that are not certain. */
const ANY_WORDS: ReadonlySet<number> = new Set(
  ['a', 'an', 'ein', 'eine', 'einen', 'un', 'una', 'une', 'um', 'uma'].map((word) => numberOfWord(word)),
)

/** "... tomorrow sign her out": in speech without signs a verb with a pronoun and a particle begins an order. */
export function isSpokenOrder(words: Words, at: number): boolean {
  const next = words.functions[at + 1] ?? 0
  if (words.isClitic[at] === 1 || isHyphened(words, at)) return isFree(words, at)
  const ofGerman = (words.languages & IN_GERMAN) !== 0 && words.last[at] !== LETTER_N ? F.you : 0
  if ((next & (F.them | F.pronoun | ofGerman)) === 0) return false
  if (!isFree(words, at)) return false
  const isAlone = (words.nouns[at - 1] ?? 0) === 0 || (words.languages & IN_ENGLISH) !== 0
  const near = Math.min(words.count, at + COMPANION_WORDS)
  if (isAlone && companionsOf(words, at, near) !== 0) return true
  // In the other languages an article may be a pronoun.
  const isTold =
    (words.languages & (IN_ENGLISH | IN_GERMAN)) !== 0 && (words.languages & ~(IN_ENGLISH | IN_GERMAN | 1)) === 0
  return isTold && ((words.verbs[at] ?? 0) & SPOKEN) !== 0 && (words.nouns[at - 1] ?? 0) === 0
}

/** "Fais-lui le virement", but not "peux-tu". */
function isHyphened(words: Words, at: number): boolean {
  const next = words.functions[at + 1] ?? 0
  const isJoined = words.gap[at + 1] === GAP.joined && (words.verbs[at] ?? 0) !== 0
  return isJoined && (next & (F.them | F.pronoun)) !== 0 && (next & F.you) === 0
}

/** German infinitives end with it. */
export const LETTER_N = 110
/** How far from its verb a particle stands in speech: a bound on work that is done at every word. */
const COMPANION_WORDS = 8
/** Verbs that are orders wherever they stand with a pronoun. */
const SPOKEN = V.pay | V.dismiss | V.operate | V.destroy | V.permit | V.treat

/** Whether a verb has no subject before it, and belongs to none. */
function isFree(words: Words, at: number): boolean {
  const before = words.functions[at - 1] ?? 0
  const bound =
    F.i | F.you | F.that | F.preposition | F.can | F.must | F.not | F.question | F.and | F.determiner | F.anybody
  return (before & bound) === 0 && (words.nouns[at - 1] ?? 0) !== N.name
}

/** "Can somebody flush the queue?", "podemos renovar el alquiler": a certain thing is meant, so it is to be done. */
export function isOfAnybody(words: Words, from: number): boolean {
  let [anybody, can] = [-1, -1]
  for (let at = from; at < Math.min(words.count, from + 4); at += 1) {
    const functions = words.functions[at] ?? 0
    if (anybody < 0 && (functions & F.anybody) !== 0) anybody = at
    if (can < 0 && (functions & F.can) !== 0) can = at
  }
  const isOf = anybody >= 0 && can >= 0 && Math.min(anybody, can) === from
  if (!isOf) return false
  for (let at = Math.max(anybody, can) + 1; at < Math.min(words.count, from + 7); at += 1) {
    if ((words.verbs[at] ?? 0) === 0 && (words.acts[at] ?? 0) === 0) continue
    const next = (words.functions[at + 1] ?? 0) | (words.functions[at + 2] ?? 0)
    return (next & (F.determiner | F.ours | F.pronoun)) !== 0 && !isOfAny(words, at + 1)
  }
  return (words.languages & IN_GERMAN) !== 0
}

/** "A lease", "ein Vertrag": of no certain thing. */
function isOfAny(words: Words, at: number): boolean {
  return ANY_WORDS.has(words.number[at] ?? -1)
}

/** What a verb means by the words that belong to it: "turn ... off". */
export function companionsOf(words: Words, at: number, to: number, from = at + 1): number {
  const companions = ENTRIES[words.number[at] ?? -1]?.companions ?? []
  let verbs = 0
  if (companions.length === 0) return verbs
  for (let other = from; other < to; other += 1) {
    for (const { language, word, verbs: meant } of companions) {
      if (word === words.number[other] && (language & words.languages) !== 0) verbs |= meant
    }
  }
  return verbs
}
