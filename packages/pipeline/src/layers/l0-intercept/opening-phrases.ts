import { isBareOrder, LETTER_S, MAKES_STATEMENT, THINGS } from './bare-orders.ts'
import { GAP, type Words } from './read-words.ts'
import { IN_ENGLISH, numberOfWord, numbersOf } from './words/lexicon.ts'
import { OPENS } from './words/openings.ts'
import { FUNCTION as F, NOUN as N } from './words/tags.ts'

/** No opening phrase has more words behind its first. */
const PHRASE_WORDS = 9
/** An opening clause with a comma behind it may be longer. */
const CLAUSE_WORDS = 16
const [D, G] = [100, 103]

/** Verbs that carry a clause, whatever stands before them. */
const FINITE = numbersOf(
  'is are was were be has have had do does did can could will would shall should must may ist sind hat haben están est sont sono',
)
const SUBJECTS = numbersOf('he she it they nobody everybody everyone somebody someone anybody anyone')
/** "If you click delete", "when we let users delete their files": the verb behind belongs to these. */
const GOVERNS = numbersOf('click press tap hit choose select let help make type see')
const DEMONSTRATIVE = numbersOf('this that')
const OR = numbersOf('or oder o ou ni nor')
const PEOPLE = numbersOf('users customers people admins clients accounts developers')
const AM_OR_PM = numbersOf('am pm')
const [FROM, ON, FOR, AS, TO] = ['from', 'on', 'for', 'as', 'to'].map((word) => numberOfWord(word))
/** Behind these no order begins. */
const BOUND =
  F.i | F.you | F.that | F.preposition | F.can | F.must | F.not | F.question | F.and | F.determiner | F.anybody
const WORK = N.code | N.platform | N.text
const IN_USE = N.system | N.data | N.access | N.privilege | N.production

/**
 * Where an order begins behind an opening phrase without a comma: "at night delete all logs", "since nobody objects
 * delete it". Undefined where the part does not begin so.
 */
export function orderBehindPhrase(words: Words, begin: number, to: number): number | undefined {
  const from = openerAt(words, begin)
  if (from === undefined || asksBehind(words, from)) return undefined
  const opens = words.opens[from] ?? 0
  const end = Math.min(to, from + 1 + PHRASE_WORDS)
  // A clause has a verb of its own before the order. Behind a phrase nobody may act: "at night the admins ...".
  let isCarried = false
  let isSomebody = false
  for (let at = from + 1; at < end; at += 1) {
    const isFirst = at === from + 1
    if (isBareOrder(words, at, to) && isFree(words, from, at, isCarried)) {
      const mayFollow = isFirst ? (opens & OPENS.alone) !== 0 : isCarried || isWhole(words, from, at, isSomebody)
      if (mayFollow) return at
      // "After users delete the bucket restart ...": it is the verb of the clause.
      // "To save money cancel ...": the first verb is what it is for.
      const isInfinitive = isFirst && words.number[from] === TO
      if ((isFirst || (opens & OPENS.clause) === 0) && !isInfinitive) return undefined
      if (!isInfinitive) isCarried = true
    }
    if (isCarrying(words, from, at)) isCarried = true
    if (isCarried && isInverted(words, from, at)) return undefined
    if ((!isFirst || (opens & OPENS.alone) !== 0) && isSubject(words, at)) isSomebody = true
  }
  return undefined
}

/** Whether a sentence opens with a phrase or a clause, with or without a comma, and an order follows. */
export function opensOrder(words: Words, from: number): boolean {
  const opener = openerAt(words, from)
  if (opener === undefined || asksBehind(words, opener)) return false
  let comma = opener + 1
  const end = Math.min(words.count, opener + CLAUSE_WORDS)
  while (comma < end && words.gap[comma] !== GAP.comma) comma += 1
  if (orderBehindPhrase(words, from, Math.min(comma, words.count)) !== undefined) return true
  if (comma >= end) return false
  let at = comma
  while (at < comma + 3 && ((words.functions[at] ?? 0) & F.polite) !== 0 && (words.verbs[at] ?? 0) === 0) at += 1
  return isBareOrder(words, at, words.count)
}

/** What an opening phrase names that the order behind it is about: "in my script", "among the users". */
export function nounsOfPlace(words: Words, begin: number, order: number, nouns: number): number {
  const from = openerAt(words, begin)
  if (from === undefined || ((words.opens[from] ?? 0) & OPENS.place) === 0) return 0
  let named = 0
  for (let at = from + 1; at < order; at += 1) named |= words.nouns[at] ?? 0
  const isBare = (nouns & ~(N.name | N.number | N.plain)) === 0
  return named & (isBare ? WORK | IN_USE : WORK)
}

/** The word that opens. Politeness before the part may be the opening of a phrase: "después de comer". */
function openerAt(words: Words, from: number): number | undefined {
  if ((words.opens[from] ?? 0) !== 0) return from
  if (from > 0 && (words.opens[from - 1] ?? 0) !== 0) return from - 1
  // "El viernes", "le vendredi".
  const isDay = ((words.functions[from] ?? 0) & F.determiner) !== 0 && ((words.nouns[from + 1] ?? 0) & N.plain) !== 0
  return isDay && (words.languages & IN_ENGLISH) === 0 ? from : undefined
}

/** "When will the bank charge my card": a question without its sign. */
function asksBehind(words: Words, from: number): boolean {
  const next = words.functions[from + 1] ?? 0
  // "Por qué", "in which".
  if ((next & F.question) !== 0 && (next & F.determiner) === 0 && !FINITE.has(words.number[from + 1] ?? -1)) return true
  return ((words.functions[from] ?? 0) & F.question) !== 0 && FINITE.has(words.number[from + 1] ?? -1)
}

/** "... will the bank charge my card": the verb of a question stands before its subject. */
function isInverted(words: Words, from: number, at: number): boolean {
  if (at === from + 1 || !MAKES_STATEMENT.has(words.number[at] ?? -1)) return false
  const isBehindSubject =
    SUBJECTS.has(words.number[at - 1] ?? -1) || ((words.functions[at - 1] ?? 0) & (F.i | F.you)) !== 0
  const next = words.functions[at + 1] ?? 0
  return !isBehindSubject && (next & (F.determiner | F.i | F.you)) !== 0 && at > from + 2
}

/** Whether the verb has no subject, and belongs to no word before it. */
function isFree(words: Words, from: number, at: number, isCarried: boolean): boolean {
  const before = at - 1
  if (before === from) return true
  const number = words.number[before] ?? -1
  if (GOVERNS.has(number) || OR.has(number)) return false
  // "When he uses it delete it": "it" and "this" may be objects.
  if (isCarried && THINGS.has(number) && before > from + 1) return true
  if (SUBJECTS.has(number) || DEMONSTRATIVE.has(number)) return false
  if (words.gap[at] !== GAP.space) return false
  if (AM_OR_PM.has(number) && ((words.nouns[before - 1] ?? 0) & N.number) !== 0) return true
  if (number === ON && words.number[from] === FROM) return true
  // "As soon as you can", "cuando puedas".
  if (isAsCan(words, before) || (before === from + 1 && (words.languages & IN_ENGLISH) === 0)) {
    return ((words.functions[before] ?? 0) & BOUND & ~F.can) === 0
  }
  return ((words.functions[before] ?? 0) & BOUND) === 0
}

function isAsCan(words: Words, at: number): boolean {
  return words.number[at - 2] === AS && words.number[at - 4] === AS && ((words.functions[at - 1] ?? 0) & F.you) !== 0
}

/** Whether a phrase without a verb of its own is whole before the order, and nobody in it acts. */
function isWhole(words: Words, from: number, at: number, isSomebody: boolean): boolean {
  const opens = words.opens[from] ?? 0
  const last = at - 1
  const isPlural = words.last[last] === LETTER_S || ((words.nouns[last] ?? 0) & (N.subject | N.audience)) !== 0
  if (isSomebody) return false
  if (opens === OPENS.clause) return isState(words, from, at)
  if ((opens & OPENS.clause) !== 0 && isPlural) return false
  // "On Friday users delete ..." tells what they do, "among the users delete ..." does not.
  const isBare = at > from + 2 && ((words.functions[last - 1] ?? 0) & (F.determiner | F.preposition)) === 0
  const acts = PEOPLE.has(words.number[last] ?? -1) || ((words.nouns[last] ?? 0) & (N.subject | N.audience)) !== 0
  const isForThem = words.number[from] === FOR && at === from + 3
  return !(isBare && acts) || isForThem
}

/** "When ready", "if not", "once finished": no subject is named. */
function isState(words: Words, from: number, at: number): boolean {
  const first = from + 1
  const functions = words.functions[first] ?? 0
  if (at > from + 3 || (functions & (F.determiner | F.i | F.you | F.anybody)) !== 0) return false
  return (words.nouns[first] ?? 0) === 0 && !isPluralEnglish(words, first) && !PEOPLE.has(words.number[first] ?? -1)
}

function isPluralEnglish(words: Words, at: number): boolean {
  return words.last[at] === LETTER_S && (words.languages & IN_ENGLISH) !== 0
}

/** Whether the verb of the clause stands here. */
function isCarrying(words: Words, from: number, at: number): boolean {
  if (FINITE.has(words.number[at] ?? -1)) return true
  if (at < from + 2) return false
  const before = words.functions[at - 1] ?? 0
  if ((words.languages & IN_ENGLISH) === 0) return false
  if ((before & (F.i | F.you)) !== 0 || SUBJECTS.has(words.number[at - 1] ?? -1)) return true
  const isNoun = (before & (F.determiner | F.preposition | F.that)) !== 0
  if (isNoun && !DEMONSTRATIVE.has(words.number[at - 1] ?? -1)) return false
  if ((!isNoun && (words.opens[at - 1] ?? 0) !== 0) || (words.functions[at] ?? 0) !== 0) return false
  const isOfClause = ((words.opens[from] ?? 0) & OPENS.clause) !== 0
  return isOfClause && (words.last[at] === LETTER_S || words.last[at] === D)
}

/** "Blank when ready the production database": how an order waits, between its verb and its object. */
export function isWaiting(words: Words, at: number, to: number): boolean {
  if (at + 2 >= to) return false
  if (((words.opens[at] ?? 0) & OPENS.clause) === 0 || at < 1 || words.last[at - 1] === LETTER_S) return false
  const isPlain = (words.functions[at + 1] ?? 0) === 0 && (words.nouns[at + 1] ?? 0) === 0 && words.last[at + 1] !== G
  return isPlain && words.isBent[at + 1] === 0 && ((words.functions[at + 2] ?? 0) & F.determiner) !== 0
}

/** Whether somebody or something new is named here, which no preposition belongs to. */
function isSubject(words: Words, at: number): boolean {
  const functions = words.functions[at] ?? 0
  const before = words.functions[at - 1] ?? 0
  const opens = words.opens[at - 1] ?? 0
  // "Tonight the admins", but not "during the night".
  if (opens !== 0 && (opens & OPENS.alone) === 0) return false
  if ((before & (F.preposition | F.that | F.and | F.determiner)) !== 0) return false
  return (functions & (F.determiner | F.i | F.you)) !== 0 || SUBJECTS.has(words.number[at] ?? -1)
}
