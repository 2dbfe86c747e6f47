import type { Words } from './read-words.ts'
import { type Opening, type Part, readPart } from './sentence-parts.ts'
import { FUNCTION as F, VERB as V } from './words/tags.ts'

/** How far into a sentence somebody begins to ask. */
const FRAME_WORDS = 14
/** A question whether somebody minds says so at once. */
const MINDING_WORDS = 6
/** Verbs that say nothing without the act behind them: "arrange for the removal", "faire procéder au virement". */
const LIGHT = V.make | V.take | V.give | V.run | V.other | V.arrange | V.approve | V.tell | V.send
/** What is asked for by these is a text, code or knowledge, whatever acts stand behind them. */
const WORK = V.write | V.code | V.explain | V.find

/**
 * The act that a sentence asks somebody for in a form of words: "we kindly request that the invoice be settled", "wir
 * bitten Sie, ... anzuweisen", "sírvase formalizar". Its verb stands anywhere behind those words, in any form, and its
 * objects on both sides of it. Undefined where nobody asks so.
 */
export function askedPart(words: Words, { from, mood }: Opening, endsWithQuestionMark: boolean): Part | undefined {
  const asks = asksAt(words, from, endsWithQuestionMark)
  if (asks === undefined || (mood === 'question' && !endsWithQuestionMark && asks > 2)) return undefined
  // "Shorten: we kindly ask you to pay": the form of words is what is worked on.
  for (let at = from; at < asks; at += 1) if (((words.verbs[at] ?? 0) & WORK) !== 0) return undefined
  const head = actBehind(words, asks)
  if (head === undefined) return undefined
  const part = readPart(words, { from: asks + 1, to: words.count, head, isBehindColon: false })
  let verbs = part.verbs | (words.acts[head] ?? 0)
  if ((verbs & WORK) !== 0) return { ...part, verbs }
  if ((verbs & ~LIGHT) === 0) for (let at = head + 1; at < words.count; at += 1) verbs |= words.acts[at] ?? 0
  return { ...part, verbs }
}

/** Where somebody asks; undefined where nobody does. */
function asksAt(words: Words, from: number, endsWithQuestionMark: boolean): number | undefined {
  if (endsWithQuestionMark) return mindsAt(words, from)
  for (let at = 0; at < Math.min(words.count, FRAME_WORDS); at += 1) {
    const functions = words.functions[at] ?? 0
    if ((functions & F.asks) !== 0) return at
    const before = (words.functions[at - 1] ?? 0) | (words.functions[at - 2] ?? 0)
    if ((functions & F.asksOfUs) !== 0 && (before & F.i) !== 0) return at
    // "See to it that", "sorge dafür, dass".
    if ((functions & F.that) !== 0 && at > 0 && at < 5 && isEnsured(words, at)) return at
  }
  return undefined
}

function isEnsured(words: Words, to: number): boolean {
  for (let at = 0; at < to; at += 1) if (((words.functions[at] ?? 0) & F.ensure) !== 0) return true
  return false
}

function mindsAt(words: Words, from: number): number | undefined {
  for (let at = from; at < Math.min(words.count, from + MINDING_WORDS); at += 1) {
    const functions = words.functions[at] ?? 0
    if ((functions & F.minds) !== 0) return at
    if ((functions & F.asksOfUs) !== 0 && hasYou(words)) return at
    // "How about settling up?"
    const isAbout = at === from && (functions & F.how) !== 0 && ((words.functions[from + 1] ?? 0) & F.preposition) !== 0
    if (isAbout && (words.acts[from + 2] ?? 0) !== 0) return from + 1
    // "¿Me das acceso?", "tu me donnes accès ?"
    if ((functions & F.toMe) !== 0 && at <= from + 1 && gives(words, at + 1)) return at
  }
  return undefined
}

function hasYou(words: Words): boolean {
  for (let at = 0; at < words.count; at += 1) if (((words.functions[at] ?? 0) & F.you) !== 0) return true
  return false
}

/** What somebody does for another who asks for it. */
const FOR_ME = V.give | V.buy | V.book | V.pay | V.send | V.move | V.permit | V.make | V.operate

function gives(words: Words, at: number): boolean {
  return (((words.verbs[at] ?? 0) | (words.acts[at] ?? 0)) & FOR_ME) !== 0
}

/** The first verb behind the words that ask, or act. */
function actBehind(words: Words, asks: number): number | undefined {
  for (let at = asks + 1; at < words.count; at += 1) {
    const functions = words.functions[at] ?? 0
    const isForMe = at === asks + 1 && ((words.functions[asks] ?? 0) & F.toMe) !== 0
    if (isForMe && gives(words, at)) return at
    if ((functions & (F.asks | F.asksOfUs | F.can | F.wish)) !== 0) continue
    // "The attached invoice" asks nobody to attach it.
    const isDescribing = words.isBent[at] === 1 && ((words.functions[at - 1] ?? 0) & F.determiner) !== 0
    if ((words.acts[at] ?? 0) !== 0 && !isDescribing) return at
    if (((words.functions[at - 1] ?? 0) & F.can) !== 0) return undefined
    const isSmall = (functions & (F.preposition | F.polite | F.that | F.you | F.ensure | F.must | F.article)) !== 0
    if ((words.verbs[at] ?? 0) !== 0 && !isSmall && (words.isCapital[at] === 0 || at === asks + 1)) return at
  }
  return undefined
}
