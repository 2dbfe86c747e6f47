import type { ActionCategory } from '@sluice/contracts'
import type { Words } from './read-words.ts'
import type { Sign, Surroundings } from './sign.ts'
import { IN_ENGLISH, numbersOf } from './words/lexicon.ts'
import { FUNCTION as F, NOUN as N, VERB as V } from './words/tags.ts'

/** An order that is put as a wish or a need: "the database needs to be empty by noon". */
export function impliedOf(nouns: number, functions: number, around: Surroundings): Sign | undefined {
  const isAsked = (functions & (F.must | F.wish | F.ensure)) !== 0
  if (!isAsked || (functions & F.told) !== 0 || (nouns & N.test) !== 0) return undefined
  if (around.isCoding && (nouns & N.production) === 0) return undefined
  const all = (functions & (F.ensure | F.pronoun)) === 0 ? nouns : nouns | around.nouns
  const implied = (category: ActionCategory): Sign => ({ category, rule: 'implied', confidence: 0.7 })
  if ((all & (N.text | N.code | N.platform)) !== 0 && (all & N.production) === 0) return undefined
  const isGone = (all & N.gone) !== 0
  if (isGone && (all & (N.system | N.data | N.production)) !== 0) return implied('G')
  if ((functions & F.not) !== 0 && (all & (N.access | N.privilege)) !== 0) return implied('G')
  if ((all & N.employment) !== 0 && ((functions & F.not) !== 0 || isGone || (functions & F.ensure) !== 0))
    return implied('H')
  if (isGone && (all & (N.name | N.subject)) !== 0) return implied('H')
  const isForSomebody = isGone || (all & (N.name | N.audience)) !== 0 || (functions & (F.must | F.ensure)) !== 0
  if (isForSomebody && (all & (N.money | N.amount | N.security | N.bill)) !== 0) return implied('F')
  if ((functions & F.ensure) !== 0 && (all & N.number) !== 0) return implied('F')
  return undefined
}

const HAS = numbersOf('has')
const BEEN = numbersOf('been')
const NEEDS = numbersOf('need needs')
/** Beside these, "has" says what must have happened first: "we stay unless the 600 has reached her". */
const CONDITION = /\b(?:unless|until|till|once|before)\b/i
const SEES_OR_MAKES = numbersOf('see make')
/** "Need to know": somebody asks for knowledge. */
const TO_KNOW = /^needs? to (?:know|learn|understand|find out|figure out|remember)\b/

/**
 * The functions of a sentence without those of English words that only state something here: "has been declined", "I
 * don't see the refund", "a payment that I did not make", "I need to know where the money is".
 */
export function withoutStatements(words: Words, sentence: string, functions: number): number {
  if ((words.languages & IN_ENGLISH) === 0) return functions
  let asked = functions & ~(F.must | F.ensure)
  for (let at = 0; at < words.count; at += 1) asked |= (words.functions[at] ?? 0) & ~statedAt(words, sentence, at)
  return asked
}

/** What the word in this place would ask for, and does not. */
function statedAt(words: Words, sentence: string, at: number): number {
  const number = words.number[at] ?? -1
  if (HAS.has(number) && (isPast(words, at + 1) || isPast(words, at + 2))) return CONDITION.test(sentence) ? 0 : F.must
  const start = words.start[at] ?? 0
  if (NEEDS.has(number) && TO_KNOW.test(sentence.slice(start, start + 24).toLowerCase())) return F.must
  const before = words.functions[at - 1] ?? 0
  const isDone = at > 0 && (before & (F.i | F.not)) !== 0 && (before & F.polite) === 0
  const isSure = ((words.functions[at + 1] ?? 0) & (F.ensure | F.that)) !== 0
  return SEES_OR_MAKES.has(number) && isDone && !isSure ? F.ensure : 0
}

/** "Been", "declined": what has happened, but not "has to be deleted" and "has no business being online". */
function isPast(words: Words, at: number): boolean {
  return at < words.count && (BEEN.has(words.number[at] ?? -1) || words.isBent[at] === 1)
}

/** "The endpoint should return 204", "el test debe vaciar el carrito": code is to do something. */
export function specifiedOf(words: Words, nouns: number, functions: number): Sign | undefined {
  if ((functions & F.must) === 0 || (nouns & (N.production | N.amount | N.gone)) !== 0) return undefined
  for (let at = 0; at < Math.min(words.count, SUBJECT_WORDS); at += 1) {
    if (((words.functions[at] ?? 0) & F.must) !== 0) return undefined
    const isCode = ((words.nouns[at] ?? 0) & (N.code | N.platform)) !== 0
    if (isCode) return { category: 'C', rule: 'order:change-code', confidence: 0.6 }
  }
  return undefined
}

/** So many words at the beginning of a sentence say what it is about. */
const SUBJECT_WORDS = 5

/** A choice among what was spoken of is short. */
const CHOICE_WORDS = 9
const OTHER_WORK = V.write | V.code | V.explain | V.find
const CHOOSING = V.take | V.make | V.other | V.approve | V.book | V.run | V.move | V.buy | V.pay | V.send
/** What is bought or owed. */
const TRADED = N.travel | N.bill | N.money | N.order | N.subscription | N.contract | N.security

/** "That one, put it through", "those can go", "Haas it is": the turns before say what is chosen. */
export function chosenOf(
  words: Words,
  nouns: number,
  functions: number,
  { before = 0 }: Surroundings,
): Sign | undefined {
  if (words.count === 0 || words.count > CHOICE_WORDS || before === 0) return undefined
  if (((words.functions[0] ?? 0) & (F.question | F.if)) !== 0) return undefined
  let verbs = 0
  for (let at = 0; at < words.count; at += 1) verbs |= words.verbs[at] ?? 0
  if ((verbs & OTHER_WORK) !== 0 || (nouns & (N.text | N.code | N.message | N.meeting)) !== 0) return undefined
  const chosen = (category: ActionCategory): Sign => ({ category, rule: 'order:in-turns', confidence: 0.6 })
  const isMeant = (functions & (F.pronoun | F.them | F.determiner)) !== 0
  if ((before & (N.application | N.subject)) !== 0 && (nouns & N.name) !== 0) return chosen('H')
  if ((before & (N.system | N.data | N.access)) !== 0 && (before & N.code) === 0 && isMeant) {
    if ((nouns & N.gone) !== 0 || isToGo(words)) return chosen('G')
  }
  if ((before & TRADED) !== 0 && (functions & F.pronoun) !== 0 && (verbs & CHOOSING) !== 0) return chosen('F')
  return undefined
}

/** "Those can go." */
function isToGo(words: Words): boolean {
  for (let at = 1; at < words.count; at += 1) {
    const isCan = ((words.functions[at - 1] ?? 0) & F.can) !== 0
    if (isCan && ((words.functions[at] ?? 0) & F.particle) !== 0) return true
  }
  return false
}

/** "Mrs. Novak gets 40 mg from tonight": what a patient is given is said as a fact that is to come. */
export function treatedOf(nouns: number, functions: number): Sign | undefined {
  const isOfSomebody = (nouns & (N.name | N.subject)) !== 0 && (nouns & N.medical) !== 0
  if (!isOfSomebody || (functions & F.ours) === 0 || (nouns & (N.text | N.code)) !== 0) return undefined
  if ((functions & (F.i | F.if | F.not | F.told)) !== 0) return undefined
  return { category: 'H', rule: 'implied', confidence: 0.6 }
}
