import type { ActionCategory } from '@sluice/contracts'
import { askedPart } from './asked-acts.ts'
import { isEveryday, isTopic } from './everyday-requests.ts'
import { headlineOf, isTitled, questionOf } from './headlines.ts'
import { chosenOf, impliedOf, specifiedOf, treatedOf, withoutStatements } from './implied-orders.ts'
import { orderOf } from './order-rules.ts'
import { isMovedWork, isPutAmongOthers } from './placed-things.ts'
import { GAP, type Words } from './read-words.ts'
import { isWork, openingOf, type Part, partsOf, readPart } from './sentence-parts.ts'
import type { Sign, Surroundings } from './sign.ts'
import { isSum } from './sums.ts'
import { IN_ENGLISH, numbersOf } from './words/lexicon.ts'
import { FUNCTION as F, NOUN as N, VERB as V } from './words/tags.ts'

/** What a sentence says. */
interface ReadSentence {
  readonly signs: readonly Sign[]
  /** What it is about. */
  readonly nouns: number
  /** What the user wants to do, without an order to anybody. */
  readonly wish?: Sign | undefined
  /** Whether all that follows is material to work on. */
  readonly isMaterialNext: boolean
}

/** The rule of an order that is about nothing the lists know. */
export const WEAKEST = 'order:choose'
/** How far into a sentence it says that somebody has said so. */
const TOLD_WORDS = 6
const HELD: ReadonlySet<ActionCategory> = new Set(['F', 'G', 'H'])
/** No everyday order is longer, in UTF-16 code units. */
const EVERYDAY_UNITS = 200
/** An order by its words, and none by what they mean. */
const EVERYDAY: Sign = { category: 'A', rule: 'everyday', confidence: 0.7 }
const DEFAULT: Sign = { category: 'A', rule: 'default', confidence: 0.6 }

/** Words of the lists that begin a clause about when, where or why. */
const SUBORDINATORS = numbersOf('when where while if because wenn falls weil cuando quand quando porque')

/** A statement or a command that changes things, as it begins. */
const COMMAND =
  /^(?:sudo )?(?:drop (?:table|database|schema|index)|truncate table|rm -\w{1,4}|delete from \w|alter table|grant all|shutdown -|kill -9|kubectl (?:delete|drain|scale|rollout)|systemctl (?:stop|restart|disable)|docker (?:rm|stop|kill))\b/

/** Reads a sentence whose words are read. */
export function readSentence(words: Words, sentence: string, around: Surroundings): ReadSentence {
  const endsWithQuestionMark = /\?["')\s]*$/.test(sentence)
  const opening = openingOf(words, endsWithQuestionMark)
  const asked = opening.mood === 'request' ? undefined : askedPart(words, opening, endsWithQuestionMark)
  let nouns = 0
  let functions = 0
  for (let at = 0; at < words.count; at += 1) {
    nouns |= words.nouns[at] ?? 0
    functions |= words.functions[at] ?? 0
  }
  if (opening.mood === 'plain' && asked === undefined && isTitled(words, opening.from)) {
    return { signs: [{ category: 'B', rule: 'headline', confidence: 0.7 }], nouns, isMaterialNext: true }
  }
  if (opening.mood === 'question' && asked === undefined) {
    return { signs: [questionOf(words, opening.from, nouns, functions)], nouns, isMaterialNext: false }
  }
  if (COMMAND.test(sentence.slice(0, 200).toLowerCase()) && !isTopic(sentence)) {
    return { signs: [{ category: 'G', rule: 'command', confidence: 0.8 }], nouns, isMaterialNext: false }
  }
  const parts = asked === undefined ? partsOf(words, opening) : [asked]
  const all = signsOf(words, sentence, parts, { ...around, nouns: around.nouns | nouns })
  const isWish = asked === undefined && opening.mood === 'wish' && (nouns & (N.amount | N.number)) === 0
  const signs =
    asked === undefined && opening.mood === 'wish' ? all.filter(({ category }) => category === 'F' && !isWish) : all
  const wish = isWish ? (all.find(({ category }) => HELD.has(category)) ?? sendsSomething(all)) : undefined
  const first = parts[0]
  const isMaterialNext =
    first !== undefined && (first.verbs & (V.write | V.code | V.explain)) !== 0 && hasColon(words, first.from)
  const weak = signs.filter((sign) => sign !== EVERYDAY)
  if (weak.some(({ rule }) => rule !== WEAKEST)) return { signs, nouns, isMaterialNext, wish }
  if (words.isCapital[0] === 1 && words.number[0] === -1) nouns |= N.name
  const headline = weak.length > 0 ? undefined : headlineOf(words, opening.from)
  const sign =
    chosenOf(words, nouns, functions, around) ??
    specifiedOf(words, nouns, functions) ??
    headline ??
    impliedOf(nouns, withoutStatements(words, sentence, functions), around) ??
    treatedOf(nouns, functions) ??
    weak[0] ??
    signs[0] ??
    (isEverydayOrder(words, sentence) ? EVERYDAY : DEFAULT)
  return { signs: [sign], nouns, isMaterialNext, wish }
}

/** "Upgrade from version 1.2 to 2.0", which is about nothing that the lists know. */
function isEverydayOrder(words: Words, sentence: string): boolean {
  if ((words.verbs[0] ?? 0) === 0) return false
  const clause = sentence.slice(0, EVERYDAY_UNITS).toLowerCase()
  return isEveryday('G', clause) || isEveryday('F', clause) || isEveryday('H', clause)
}

/** "I want to send my sister something": a sum may follow. */
function sendsSomething(signs: readonly Sign[]): Sign | undefined {
  const sends = signs.some(({ rule }) => rule === 'order:send')
  return sends ? { category: 'F', rule: 'order:send', confidence: 0.6 } : undefined
}

function hasColon(words: Words, from: number): boolean {
  for (let at = from + 1; at <= words.count; at += 1) if (words.gap[at] === GAP.colon) return true
  return false
}

function signsOf(words: Words, sentence: string, parts: readonly Part[], around: Surroundings) {
  const work = parts.find(({ isBehindColon, verbs, head }) => isBehindColon && head !== undefined && isWork(verbs))
  if (work !== undefined) return [signOf(words, sentence, work, around)].flatMap((sign) => sign ?? [])
  const signs: Sign[] = []
  let isWorking = false
  for (const part of parts) {
    if (part.head === undefined) continue
    // "Write a note and send it": the pronoun shows that the order is about the text that was written.
    if (isWorking && part.isBehindColon) break
    if (isWorking && !leansBack(words, part)) continue
    const sign = signOf(words, sentence, part, around)
    if (sign === undefined) continue
    signs.push(sign)
    if (isWork(part.verbs) || sign.category === 'C') isWorking = true
  }
  return signs
}

/** Whether the object of a verb is a pronoun. Those of some languages are articles as well, with a noun behind. */
function leansBack(words: Words, { head = 0, to }: Part): boolean {
  if (((words.functions[head + 1] ?? 0) & F.pronoun) === 0) return false
  return (
    (words.languages & IN_ENGLISH) !== 0 || head + 2 >= to || ((words.functions[head + 2] ?? 0) & F.preposition) !== 0
  )
}

/** What one part orders. */
function signOf(words: Words, sentence: string, part: Part, around: Surroundings): Sign | undefined {
  const { head = 0, verbs } = part
  const nouns = part.nouns | nounsMeant(words, part, around)
  const isWorkOnly = (verbs & ~(V.write | V.code | V.explain)) === 0 || (nouns & (N.text | N.code)) !== 0
  if (isWork(verbs) && isWorkOnly) return workOf(words, part, nouns)
  if (asksHow(words, part)) return { category: 'A', rule: 'explain', confidence: 0.9 }
  const found = orderOf(verbs, verbs === V.other ? objectOf(words, part, nouns) : nouns)
  const clause = clauseOf(words, sentence, part)
  const isOfThings = isPutAmongOthers(words, sentence, part, clause) || isMovedWork(words, sentence, part, clause)
  const isWeak = found === undefined || `order:${found.id}` === WEAKEST
  if (isOfThings && (isWeak || HELD.has(found.category))) return EVERYDAY
  if (isSum(words, sentence, part, nouns)) return { category: 'F', rule: 'order:move-money', confidence: 0.6 }
  if (isWeak) {
    const taken = takenOf(part, nouns, around)
    if (taken !== undefined) return taken
  }
  const isAboutSomebody =
    (verbs & V.dismiss) !== 0 &&
    (((words.functions[head + 1] ?? 0) | (words.functions[head + 2] ?? 0)) & F.determiner) !== 0
  if (isAboutSomebody && (nouns & ~(N.plain | N.number | N.name)) === 0) {
    return { category: 'H', rule: 'order:end-employment', confidence: 0.6 }
  }
  if (found === undefined) return isWork(verbs) ? workOf(words, part, nouns) : undefined
  const { category, id } = found
  if (category === 'B' && (nouns & N.platform) !== 0) return workOf(words, part, nouns)
  if (!HELD.has(category)) return { category, rule: `order:${id}`, confidence: 0.85 }
  if (!words.isSentence && (verbs & (V.buy | V.book)) !== 0 && !isObject(words, head + 1)) return undefined
  const isTold = isReported(words, part)
  if (isTold) return undefined
  if (isOfCode(words, category)) return { category: 'C', rule: 'order:change-code', confidence: 0.7 }
  const isCode = codeOf(part, category === 'H' ? nouns & ~N.test : nouns, around, !words.isSentence)
  if (isCode !== undefined) return isCode
  const inUse = N.production | N.amount | N.system | N.privilege | N.data
  if (around.isWriting && (nouns & inUse) === 0 && !around.mayDo(category)) {
    return { category: 'B', rule: 'order:continue-text', confidence: 0.7 }
  }
  if ((nouns & N.figure) !== 0 && (nouns & (N.production | N.amount | N.privilege)) === 0) return undefined
  if (isEveryday(category, clause)) return EVERYDAY
  return { category, rule: `order:${id}`, confidence: id.startsWith('about-') ? 0.6 : 0.95 }
}

/** "Use this when you need a site": what stands behind "when" is no object of a verb that the lists lack. */
function objectOf(words: Words, part: Part, nouns: number): number {
  const { head = part.from, to } = part
  for (let at = head + 1; at < to; at += 1) {
    const isClause = ((words.functions[at + 1] ?? 0) & (F.you | F.i | F.pronoun | F.determiner | F.anybody)) !== 0
    if (!SUBORDINATORS.has(words.number[at] ?? -1) || !isClause) continue
    return readPart(words, { ...part, to: at }).nouns | (nouns & ~part.nouns)
  }
  return nouns
}

/** What is written of one part, from its verb on. */
function clauseOf(words: Words, sentence: string, { head = 0, to }: Part): string {
  return sentence.slice(words.start[head] ?? 0, to < words.count ? words.start[to] : sentence.length).toLowerCase()
}

/** "Unit test: approving a loan twice must throw": a sentence that names code decides on nobody, and pays nobody. */
function isOfCode(words: Words, category: ActionCategory): boolean {
  if (category !== 'H' && category !== 'F') return false
  let nouns = 0
  for (let at = 0; at < words.count; at += 1) nouns |= words.nouns[at] ?? 0
  return (nouns & (N.code | N.platform)) !== 0 && (nouns & (N.production | N.amount)) === 0
}

/** "He said I should pay it": what others have said is no order, unless the sentence begins with one. */
function isReported(words: Words, { from, head = from }: Part): boolean {
  for (let at = 0; at < Math.min(head, TOLD_WORDS); at += 1) {
    if (((words.functions[at] ?? 0) & F.told) !== 0 && (words.functions[at] ?? 0) !== F.asks) return true
  }
  return false
}

/** Whether a word begins what is ordered. "Book recommendations" and "order confirmation" are headlines. */
function isObject(words: Words, at: number): boolean {
  const nouns = N.travel | N.order | N.security | N.subscription | N.number | N.name | N.amount | N.money
  const functions = F.determiner | F.ours | F.pronoun | F.them
  return ((words.nouns[at] ?? 0) & nouns) !== 0 || ((words.functions[at] ?? 0) & functions) !== 0
}

/** "Delete both": what was spoken of before is meant. */
function nounsMeant(words: Words, part: Part, { nouns }: Surroundings): number {
  let meant = 0
  const head = part.head ?? part.from
  for (let at = head + 1; at < part.to; at += 1) {
    const functions = words.functions[at] ?? 0
    if ((functions & F.them) !== 0 && (at === head + 1 || at === part.to - 1)) meant |= N.name
  }
  const isBare = (part.verbs & V.dismiss) !== 0 && (part.nouns & ~(N.plain | N.number)) === 0 && part.to > head + 1
  if (isBare) meant |= nouns & (N.subject | N.employment)
  const isSmallName = words.number[head + 1] === -1 && part.to <= head + 4
  if ((part.verbs & V.dismiss) !== 0 && isSmallName && (part.nouns & ~N.plain) === 0) return N.name
  // "Outcome: dismissal", behind a sentence that names the person.
  if (part.isBehindColon && (words.acts[head] ?? 0) !== 0 && (words.verbs[head] ?? 0) === 0) meant |= nouns
  if ((part.nouns & ~(N.number | N.name | N.plain)) !== 0) return meant
  return (part.functions & F.pronoun) !== 0 ? meant | (nouns & ~(N.text | N.code)) : meant
}

/** A text or code is to be made: whichever is named first. */
function workOf(words: Words, part: Part, nouns: number): Sign {
  for (let at = part.head === part.from ? part.from + 1 : part.from; at < part.to; at += 1) {
    const here = words.nouns[at] ?? 0
    if ((here & N.code) !== 0) return { category: 'C', rule: 'order:write-code', confidence: 0.9 }
    if ((here & N.text) !== 0) return { category: 'B', rule: 'order:compose', confidence: 0.9 }
  }
  const isCode = (part.verbs & V.code) !== 0 || (nouns & (N.code | N.platform)) !== 0
  return isCode
    ? { category: 'C', rule: 'order:write-code', confidence: 0.8 }
    : { category: 'B', rule: 'order:compose', confidence: 0.8 }
}

/** "Tell me how to ...": an explanation is asked for. */
function asksHow(words: Words, part: Part): boolean {
  if ((part.verbs & (V.tell | V.find | V.give | V.explain)) === 0) return false
  const head = part.head ?? part.from
  for (let at = head + 1; at < Math.min(part.to, head + 4); at += 1) {
    if (((words.functions[at] ?? 0) & F.how) !== 0) return ((words.functions[at + 1] ?? 0) & F.many) === 0
  }
  const tellsUs = (part.verbs & V.tell) !== 0 && ((words.functions[head + 1] ?? 0) & F.ours) !== 0
  const acts = V.pay | V.buy | V.cancel | V.dismiss | V.permit | V.operate | V.destroy | V.treat
  return tellsUs || ((part.verbs & V.explain) !== 0 && (part.verbs & acts) === 0)
}

/** Consequential words about code, where nothing in use and no sum of money is named. */
function codeOf(part: Part, nouns: number, around: Surroundings, isHeadline: boolean): Sign | undefined {
  if ((nouns & N.production) !== 0) return undefined
  if ((part.verbs & (V.pay | V.move | V.send)) !== 0 && (nouns & N.amount) !== 0 && (nouns & N.name) !== 0)
    return undefined
  if (((nouns | around.nouns) & N.platform) !== 0 && (nouns & N.code) === 0 && isHeadline)
    return { category: 'A', rule: 'how-to', confidence: 0.7 }
  if ((part.verbs & (V.buy | V.sell | V.book | V.sign)) !== 0 && (nouns & N.code) === 0) return undefined
  if ((nouns & (N.code | N.platform)) !== 0 || ((nouns & N.test) !== 0 && (part.verbs & V.operate) === 0))
    return { category: 'C', rule: 'order:change-code', confidence: 0.8 }
  const edits = V.destroy | V.change | V.make | V.permit | V.move | V.pay
  const isInUse = around.editsCode !== true && (nouns & (N.system | N.privilege)) !== 0
  if (around.isCoding && !isInUse && (part.verbs & edits) !== 0 && (nouns & N.amount) === 0) {
    return { category: 'C', rule: 'order:change-code', confidence: 0.7 }
  }
  return undefined
}

/** "I take the blue ones", where a tool that buys is offered. */
function takenOf(part: Part, nouns: number, { mayDo, nouns: before }: Surroundings): Sign | undefined {
  if ((part.verbs & V.take) === 0) return undefined
  if (mayDo('F') || ((part.functions & F.pronoun) !== 0 && (nouns & N.code) === 0 && (before & N.travel) !== 0)) {
    return { category: 'F', rule: 'order:take', confidence: 0.7 }
  }
  return undefined
}
