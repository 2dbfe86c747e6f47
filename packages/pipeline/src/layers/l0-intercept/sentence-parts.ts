import { isWaiting, nounsOfPlace, opensOrder, orderBehindPhrase } from './opening-phrases.ts'
import { GAP, type Words } from './read-words.ts'
import { companionsOf, isOfAnybody, isSpokenOrder, LETTER_N } from './spoken-orders.ts'
import { IN_GERMAN, numberOfWord, numbersOf } from './words/lexicon.ts'
import { FUNCTION as F, NOUN, VERB } from './words/tags.ts'

/** A part of a sentence that can carry one order. */
export interface Part {
  /** Its first word behind politeness, and the first that is no part of it. */
  readonly from: number
  readonly to: number
  /** The verb that says what is to be done; undefined where the part has none in the place of an order. */
  readonly head: number | undefined
  /** What the verb means, with the words that belong to it. */
  readonly verbs: number
  /** All that stands beside the verb. */
  readonly nouns: number
  readonly functions: number
  /** Whether a colon stands before it. */
  readonly isBehindColon: boolean
}

/** How a sentence begins. */
export interface Opening {
  /** Where it goes on behind politeness. */
  readonly from: number
  /** `request` asks somebody to act, `wish` says what its writer wants to do. */
  readonly mood: 'plain' | 'request' | 'wish' | 'question'
}

/** What stands on machines. */
const DATA = NOUN.data | NOUN.system | NOUN.privilege
/** A side as well as what somebody may do. */
const RIGHT = numberOfWord('right')
const THE = numberOfWord('the')
const HAVE = numberOfWord('have')
const IS = numbersOf('is are was were')
/** Nobody is more polite than that; a bound on work that is done at every "and". */
const MAX_POLITENESS = 16
/** How far into a sentence its mood is looked for. */
const OPENING_WORDS = 7
/** Words that ask for somebody's help by themselves in these languages. */
const ALONE = ~(1 | (1 << 1) | IN_GERMAN | (1 << 4))

/** Reads how a sentence begins. */
export function openingOf(words: Words, endsWithQuestionMark: boolean): Opening {
  let from = skipPoliteness(words, 0)
  const is = (at: number, bit: number) => ((words.functions[at] ?? 0) & bit) !== 0
  const asked = requestAt(words, from)
  if (asked !== undefined) return { from: skipPoliteness(words, asked), mood: 'request' }
  // "When you are ready, delete it" asks nothing.
  if (!endsWithQuestionMark && opensOrder(words, from)) return { from, mood: 'plain' }
  if (is(from, F.if)) return { from, mood: 'question' }
  let taking = from + 1
  while (is(from, F.i) && is(taking, F.i)) taking += 1
  const isOwning = taking === from + 1 && words.number[taking] === HAVE && !is(taking + 1, F.that)
  // "Have I been approved?" "I have two sons" takes nothing, and "I'll have the blue ones" does.
  if (words.number[from] === HAVE && is(from + 1, F.i | F.you)) return { from, mood: 'question' }
  if (isOwning && is(from, F.i)) return { from, mood: endsWithQuestionMark ? 'question' : 'plain' }
  if (is(from, F.i) && ((words.verbs[taking] ?? 0) & VERB.take) !== 0 && !is(taking, F.wish)) {
    return { from: taking, mood: endsWithQuestionMark ? 'question' : 'plain' }
  }
  if (is(from, F.i)) {
    let at = from + 1
    while (at < from + 4 && is(at, F.i)) at += 1
    if (is(at, F.wish)) {
      at += 1
      while (at < words.count && is(at, F.wish)) at += 1
      const toYou = is(at, F.you) || (is(at, F.that) && is(at + 1, F.you))
      while (at < words.count && (is(at, F.you) || is(at, F.that) || is(at, F.polite))) at += 1
      if (at < words.count && (words.verbs[at] ?? 0) !== 0) from = at
      return { from, mood: endsWithQuestionMark ? 'question' : toYou ? 'request' : 'wish' }
    }
  }
  const asks = endsWithQuestionMark || (is(from, F.question) && (words.verbs[from] ?? 0) === 0)
  return { from, mood: asks || is(from, F.fault) ? 'question' : 'plain' }
}

/** Where "can you", "peux-tu", "why don't you" end; undefined where nothing like it stands there. */
function requestAt(words: Words, from: number): number | undefined {
  const end = Math.min(words.count, from + OPENING_WORDS)
  const first = words.functions[from] ?? 0
  if ((first & F.can) !== 0) {
    if (((words.functions[from + 1] ?? 0) & F.you) !== 0) return from + 2
    if ((words.languages & ALONE) !== 0 && (words.verbs[from + 1] ?? 0) !== 0) return from + 1
  }
  if ((first & F.you) !== 0 && ((words.functions[from + 1] ?? 0) & F.can) !== 0) return from + 2
  if (isOfAnybody(words, from)) return from + 2
  if ((first & F.question) === 0) return undefined
  let isNegated = false
  for (let at = from + 1; at < end; at += 1) {
    const functions = words.functions[at] ?? 0
    // "When would you ..." asks about anybody.
    const isCan = (functions & F.can) !== 0 && at > from + 1
    if (isCan && ((words.functions[at + 1] ?? 0) & F.you) !== 0) return at + 2
    // "Do you think you could", but not "what do you think you could".
    const isYouCan = (functions & F.you) !== 0 && ((words.functions[at + 1] ?? 0) & F.can) !== 0
    if (isYouCan && at > from + 1 && (first & F.article) !== 0) return at + 2
    if (isNegated && (functions & F.you) !== 0) return at + 1
    if ((functions & F.not) !== 0) isNegated = true
  }
  return undefined
}

function skipPoliteness(words: Words, from: number): number {
  let at = from
  const end = Math.min(words.count, from + MAX_POLITENESS)
  while (at < end) {
    const isPolite = ((words.functions[at] ?? 0) & F.polite) !== 0 && (words.verbs[at] ?? 0) === 0
    const isBullet = at === 0 && (words.nouns[at] ?? 0) !== 0 && words.number[at] === -1 && words.start[at] === 0
    const leads = isBullet && isListNumber(words, at)
    if (!isPolite && !leads) break
    at += 1
  }
  return at
}

/** "1. Delete it", "2) ...": a short number and a sign behind it. */
function isListNumber(words: Words, at: number): boolean {
  return words.isCapital[at] === 0 && (words.start[at + 1] ?? 0) <= 4 && (words.verbs[at + 1] ?? 0) !== 0
}

/** The parts of a sentence behind its opening, each with its verb where it begins with one. */
export function partsOf(words: Words, { from, mood }: Opening): Part[] {
  const borders = [from]
  for (let at = from + 1; at < words.count; at += 1) if (isBorder(words, at)) borders.push(at)
  const parts: Part[] = []
  for (const [place, begin] of borders.entries()) {
    const to = borders[place + 1] ?? words.count
    const part = partOf(words, begin, to, place === 0 && mood === 'request')
    const before = parts.at(-1)
    if (part.head === undefined && before?.head !== undefined) parts[parts.length - 1] = joined(words, before, part)
    // "Request 2093, scholarship: grant it": what stands before the colon is what the order is about.
    else if (isAboutBefore(part) && before !== undefined && before.head === undefined)
      parts.push({ ...part, nouns: before.nouns })
    else parts.push(part)
  }
  return parts
}

function isAboutBefore({ isBehindColon, head, nouns }: Part): boolean {
  return isBehindColon && head !== undefined && (nouns & ~(NOUN.number | NOUN.plain)) === 0
}

/** A part begins behind a sign, and behind "and" where a verb follows. */
function isBorder(words: Words, at: number): boolean {
  const gap = words.gap[at] ?? GAP.space
  if (gap === GAP.comma || gap === GAP.colon || gap === GAP.dash) return true
  if (gap === GAP.joined) return false
  if (isSpokenOrder(words, at)) return true
  return ((words.functions[at - 1] ?? 0) & F.and) !== 0 && (words.verbs[skipPoliteness(words, at)] ?? 0) !== 0
}

function partOf(words: Words, begin: number, to: number, isRequest: boolean): Part {
  const start = Math.min(to, begin === 0 ? begin : skipAnd(words, begin))
  const from = orderBehindPhrase(words, start, to) ?? start
  const isBehindColon = words.gap[begin] === GAP.colon && begin > 0
  const head = headOf(words, from, to, isRequest) ?? (isBehindColon ? actAt(words, from, to) : undefined)
  const part = readPart(words, { from, to, head, isBehindColon })
  return from === start ? part : { ...part, nouns: part.nouns | nounsOfPlace(words, start, from, part.nouns) }
}

function skipAnd(words: Words, begin: number): number {
  let at = begin
  while (
    at < begin + MAX_POLITENESS &&
    at < words.count &&
    ((words.functions[at] ?? 0) & (F.and | F.polite)) !== 0 &&
    (words.verbs[at] ?? 0) === 0
  ) {
    at += 1
  }
  return at
}

/** "Outcome: dismissal", "Action - removal of the node": an act is named behind a colon. */
function actAt(words: Words, from: number, to: number): number | undefined {
  for (let at = from; at < Math.min(to, from + 2); at += 1) if ((words.acts[at] ?? 0) !== 0) return at
  return undefined
}

/** An order begins with its verb. In German it may end with it. */
function headOf(words: Words, from: number, to: number, isRequest: boolean): number | undefined {
  if (from >= to) return undefined
  const isName = words.isCapital[from] === 1 && from > 0 && words.gap[from] === GAP.comma
  if (!isName && (isVerb(words, from, to) || isUnknownVerb(words, from, to))) return from
  const last = to - 1
  const isGerman = (words.languages & IN_GERMAN) !== 0
  if (
    isGerman &&
    last > from &&
    (words.verbs[last] ?? 0) !== 0 &&
    words.last[last] === LETTER_N &&
    words.isCapital[last] === 0
  ) {
    const opens = words.functions[from] ?? 0
    if (isRequest || (opens & (F.i | F.question)) === 0) return last
  }
  if (!isRequest) return undefined
  for (let at = from; at < Math.min(to, from + 3); at += 1) {
    if (isVerb(words, at, to) || (words.acts[at] ?? 0) !== 0) return at
  }
  return undefined
}

/** Whether a word is a verb, by itself or with another behind it. */
function isVerb(words: Words, at: number, to: number): boolean {
  return (words.verbs[at] ?? 0) !== 0 || companionsOf(words, at, to) !== 0
}

/** A word that the lists lack, with "the", "my" or "all" behind it, is a verb. */
function isUnknownVerb(words: Words, at: number, to: number): boolean {
  if (words.number[at] !== -1 || at + 1 >= to || ((words.nouns[at] ?? 0) & NOUN.number) !== 0) return false
  if (words.gap[at + 1] !== GAP.space) return false
  // "Lymph nodes are small", "sounds that were lost": what a statement is about is no object.
  for (let next = at + 2; next < Math.min(to, at + 4); next += 1) if (IS.has(words.number[next] ?? -1)) return false
  const isAboutSystem = words.isSentence && ((words.nouns[at + 1] ?? 0) & NOUN.system) !== 0
  return isAboutSystem || isWaiting(words, at + 1, to) || ((words.functions[at + 1] ?? 0) & F.determiner) !== 0
}

/** Reads what stands in a part. */
export function readPart(words: Words, part: Pick<Part, 'from' | 'to' | 'head' | 'isBehindColon'>): Part {
  let nouns = 0
  let functions = 0
  for (let at = part.from; at < part.to; at += 1) {
    if (at === part.head) continue
    nouns |= nounsAt(words, at, part.to)
    functions |= words.functions[at] ?? 0
  }
  const { head } = part
  const known = head === undefined ? 0 : (words.verbs[head] ?? 0) | companionsOf(words, head, part.to)
  const acts = head === undefined || known !== 0 ? 0 : (words.acts[head] ?? 0)
  const verbs = head !== undefined && (known | acts) === 0 ? VERB.other : known | acts
  return { ...part, verbs, nouns, functions }
}

/** A word of work beside one of data tells which data is meant: "my script folder", "servidor de correo". */
function nounsAt(words: Words, at: number, to: number): number {
  const nouns = isDirection(words, at, to) ? 0 : (words.nouns[at] ?? 0)
  const work = NOUN.code | NOUN.text
  if ((nouns & work) === 0 || (nouns & DATA) !== 0) return nouns
  if (at + 1 < to && words.gap[at + 1] === GAP.space && ((words.nouns[at + 1] ?? 0) & DATA) !== 0) return nouns & ~work
  const isOf = at > 1 && ((words.functions[at - 1] ?? 0) & F.preposition) !== 0
  return isOf && ((words.nouns[at - 2] ?? 0) & NOUN.system) !== 0 ? nouns & ~NOUN.text : nouns
}

/** "On the right", "to the right of it", "to the right people", but not "restrict her to the right to read". */
function isDirection(words: Words, at: number, to: number): boolean {
  if (words.number[at] !== RIGHT || words.number[at - 1] !== THE) return false
  if (((words.functions[at - 2] ?? 0) & (F.preposition | F.that)) === 0) return false
  return at + 1 >= to || ((words.functions[at + 1] ?? 0) & F.that) === 0
}

/** The parts as one: the verb is that of the first, and words of the other may belong to it. Linear in the other. */
function joined(words: Words, one: Part, other: Part): Part {
  const { head } = one
  const more = head === undefined ? 0 : companionsOf(words, head, other.to, other.from)
  const known = more === 0 || one.verbs !== VERB.other ? one.verbs : 0
  return {
    ...one,
    to: other.to,
    verbs: known | more,
    nouns: one.nouns | other.nouns,
    functions: one.functions | other.functions,
  }
}

/** Whether the sentence is about letters or code that is to be made. */
export function isWork(verbs: number): boolean {
  return (verbs & (VERB.write | VERB.code)) !== 0
}
