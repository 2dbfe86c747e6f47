import { GAP, type Words } from './read-words.ts'
import { companionsOf, LETTER_N } from './spoken-orders.ts'
import { IN_ENGLISH, IN_GERMAN, numbersOf } from './words/lexicon.ts'
import { FUNCTION as F, NOUN as N } from './words/tags.ts'

export const LETTER_S = 115
const LETTER_T = 116
/** How far from its verb a particle is looked for, and the end of an object. */
const NEAR = 8
/** Behind what seems an object, these show that a statement is about it. */
export const MAKES_STATEMENT = numbersOf('is are was were has had will would can could should must shall does did')
/** Pronouns of things, which may be subjects as well. */
export const THINGS = numbersOf('it this')
const OBJECT = F.determiner | F.pronoun | F.them | F.person

/** Whether a word is a verb in its base form, with an object behind it. */
export function isBareOrder(words: Words, at: number, to: number): boolean {
  if (at + 1 >= to || words.isBent[at] === 1 || words.gap[at + 1] !== GAP.space) return false
  const end = Math.min(to, at + NEAR)
  if (((words.functions[at] ?? 0) & (F.article | F.preposition | F.determiner | F.that)) !== 0) return false
  if ((words.verbs[at] ?? 0) === 0 && companionsOf(words, at, end) === 0) return false
  if ((words.languages & IN_GERMAN) !== 0 && (words.languages & IN_ENGLISH) === 0) {
    // "Löscht der Admin", "löschen die Admins": others do it.
    if (words.last[at] === LETTER_N || words.last[at] === LETTER_T || words.isCapital[at] === 1) return false
  }
  const isParticle = ((words.functions[at + 1] ?? 0) & F.particle) !== 0
  const object = isParticle && at + 2 < to ? at + 2 : at + 1
  return isObject(words, at, object, to) && !isStatement(words, object, end)
}

function isObject(words: Words, verb: number, at: number, to: number): boolean {
  const functions = words.functions[at] ?? 0
  const nouns = words.nouns[at] ?? 0
  if ((functions & (F.i | F.you)) !== 0 && (words.languages & IN_ENGLISH) !== 0) return false
  if ((functions & OBJECT) !== 0 || (nouns & (N.name | N.number | N.amount)) !== 0) return true
  // "Order confirmation" is a thing, "revoke access" is an order.
  if ((words.nouns[verb] ?? 0) !== 0 || (words.acts[verb] ?? 0) !== 0) return false
  if (nouns !== 0 && functions === 0) return true
  // "Deploy to production".
  const isTo = (functions & (F.that | F.preposition)) !== 0 && at + 1 < to
  const further = at + 2 < to ? (words.nouns[at + 2] ?? 0) : 0
  return isTo && (((words.nouns[at + 1] ?? 0) | further) & (N.production | N.system)) !== 0
}

/** "After the first charge the card is blocked": what looks like an object is what a statement is about. */
function isStatement(words: Words, object: number, end: number): boolean {
  // "With start it listens."
  const next = object + 1
  if (
    THINGS.has(words.number[object] ?? -1) &&
    next < end &&
    words.last[next] === LETTER_S &&
    words.number[next] === -1
  )
    return true
  let isNamed = false
  for (let at = object; at < end && (at === object || words.gap[at] === GAP.space); at += 1) {
    if (MAKES_STATEMENT.has(words.number[at] ?? -1)) return at > object
    const functions = words.functions[at] ?? 0
    const isNew = isNamed && (functions & (F.determiner | F.i | F.you)) !== 0
    if (isNew || (functions & (F.that | F.preposition | F.and)) !== 0) return false
    if (((words.nouns[at] ?? 0) & N.name) !== 0 && at > object) return false
    if ((functions & F.determiner) === 0) isNamed = true
  }
  return false
}
