import type { Level } from '@sluice/contracts'
import type { CodenameTerms } from '../../../ports/codename-registry.ts'
import { type SlicedWork, type WorkOwner, workInSlices } from '../../../run/slice-queue.ts'
import { foldForValues, readLookAlikes } from '../../../text-folding/index.ts'
import { matchesOf, type Recognizer, type Span } from '../recognizer.ts'

/** More terms than this are refused: compiling must stay within tens of milliseconds. */
export const MAX_TERMS = 50_000
const MAX_TERM_LENGTH = 200
/** Words of one term. */
const MAX_WORDS = 8
/** A word that is not a term itself is read together with so many behind it. */
const MAX_JOINED = 3
/** Shorter terms are not looked for in parts: `a` and `i` stand in many texts. */
const MIN_JOINED_LENGTH = 4
/** By so many letters a word is known to begin no term. */
const START_LENGTH = 3
/** Between the parts of one word: `Night-Fall`, `night fall`, `NightFall`. It ends no sentence. */
const JOINT = /^(?:[ \t]{0,3}|[ \t]?[-_][ \t]?(?:\r?\n)?|[ \t]?\r?\n[ \t]?|\.)$/
/** What compiling a term costs beside its length, in the same unit. */
const TERM_COST = 8

/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** A word: a run of letters and digits, which `camelCase`, `HTTPServer` and `x42` split further. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu
/** Inside a run of more than one piece: a capital or digit. */
const COMPOUND = /[\p{Ll}\p{Lo}]\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u
const BEYOND_ASCII = /[^\t\n\r -~]/
const RUN_ASCII = /[a-z0-9]+/g
const PIECE = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Lu}|\p{N}+/gu

interface Word {
  readonly lower: string
  readonly start: number
  readonly end: number
}

interface Compiled {
  /** Level by the words of a term, joined by spaces. */
  readonly terms: Map<string, Level>
  /** The longest term, in words, that begins with this word. */
  readonly longest: Map<string, number>
  /** The first one, two and three letters of each term as it is written together. */
  readonly starts: Set<string>
  /** Level by term, for terms in unspaced scripts, and the lengths that occur. */
  readonly unspaced: Map<string, Level>
  readonly lengths: Set<number>
}

/**
 * Compiles a tenant's terms into a recognizer that finds them in any letter case, in compatibility forms, and where
 * `_`, `-`, a change of case or a digit ends a word, so `lookup_nightfall_status` holds the term Nightfall, and so does
 * `night_fall`: up to four parts are read together. The time to read a text does not depend on the number of terms. A
 * short list is compiled at once, a long one in slices.
 *
 * Throws a `RangeError` beyond 50,000 terms, 200 characters or 8 words in a term, because a term that is dropped in
 * silence is a leak. It cannot see a term that is misspelled, inflected or translated.
 */
export function compileCodenames(registry: CodenameTerms, owner: WorkOwner): Recognizer | Promise<Recognizer> {
  return workInSlices(compileSteps(registry), owner)
}

function* compileSteps({ terms }: CodenameTerms): SlicedWork<Recognizer> {
  if (terms.length > MAX_TERMS) throw new RangeError(`More than ${MAX_TERMS} codename terms.`)
  const compiled: Compiled = {
    terms: new Map(),
    longest: new Map(),
    starts: new Set(),
    unspaced: new Map(),
    lengths: new Set(),
  }
  for (const { term, level } of terms) {
    yield term.length + TERM_COST
    addTerm(compiled, term, level)
  }
  return {
    name: 'codename',
    entity: 'CODENAME',
    readsIdentifiers: true,
    fewestDigits: 0,
    find: (text) => (terms.length === 0 ? [] : findInEveryReading(text, compiled)),
  }
}

function addTerm(compiled: Compiled, term: string, level: Level): void {
  if (term.length > MAX_TERM_LENGTH) throw new RangeError(`A codename term is longer than ${MAX_TERM_LENGTH}.`)
  const { text } = foldForValues(term)
  if (UNSPACED.test(text)) {
    const lower = text.trim().toLowerCase()
    compiled.unspaced.set(lower, highest(compiled.unspaced.get(lower), level))
    compiled.lengths.add(lower.length)
    return
  }
  // As it is split in text, with the runs whole, and written together: `Blue Heron`, `BlueHeron`, `blueheron`.
  const runs = runsOf(text)
  const together = runs.map(({ lower }) => lower).join('')
  for (let length = 1; length <= START_LENGTH; length += 1) compiled.starts.add(together.slice(0, length))
  const forms = [runs.flatMap((run) => piecesOf(run, text)), runs, [{ lower: together }]]
  for (const form of forms) {
    const words = form.map(({ lower }) => lower)
    if (words.length > MAX_WORDS) throw new RangeError(`A codename term has more than ${MAX_WORDS} words.`)
    const [first] = words
    if (first === undefined || first === '') continue
    const key = words.join(' ')
    compiled.terms.set(key, highest(compiled.terms.get(key), level))
    compiled.longest.set(first, Math.max(compiled.longest.get(first) ?? 0, words.length))
  }
}

/** Words that are nothing but look-alikes are read both as they are and in Latin letters. */
function findInEveryReading(text: string, compiled: Compiled): Span[] {
  const spans = findTerms(text, compiled)
  const latin = readLookAlikes(text, 'all')
  return latin === text ? spans : spans.concat(findTerms(latin, compiled))
}

function findTerms(text: string, compiled: Compiled): Span[] {
  const spans: Span[] = []
  if (compiled.longest.size > 0) {
    if (mayBegin(text, compiled)) for (const span of matches(runsOf(text), text, compiled)) spans.push(span)
    if (COMPOUND.test(text)) {
      const pieces = runsOf(text).flatMap((run) => piecesOf(run, text))
      for (const span of matches(pieces, text, compiled)) spans.push(span)
    }
  }
  if (compiled.unspaced.size > 0) for (const span of unspacedMatches(text, compiled)) spans.push(span)
  return spans
}

/** Whether a term may begin at one of the text's runs. True for every text beyond ASCII. */
function mayBegin(text: string, { starts }: Compiled): boolean {
  if (BEYOND_ASCII.test(text)) return true
  return (
    text
      .toLowerCase()
      .match(RUN_ASCII)
      ?.some((run) => starts.has(run.slice(0, START_LENGTH))) === true
  )
}

function matches(words: readonly Word[], text: string, compiled: Compiled): Span[] {
  const { terms, longest, starts } = compiled
  const spans: Span[] = []
  for (const [from, first] of words.entries()) {
    if (!starts.has(first.lower.slice(0, START_LENGTH))) continue
    for (const span of inParts(words, from, text, compiled)) spans.push(span)
    const most = longest.get(first.lower) ?? 0
    let key = ''
    for (let count = 0; count < most; count += 1) {
      const word = words[from + count]
      if (word === undefined || (count > 0 && !isNear(text, words[from + count - 1], word))) break
      key = count === 0 ? word.lower : `${key} ${word.lower}`
      const level = terms.get(key)
      if (level !== undefined) spans.push(codename(first.start, word.end, level))
    }
  }
  return spans
}

/** Terms whose parts are that word and the next ones: `night_fall`. */
function inParts(words: readonly Word[], from: number, text: string, { terms }: Compiled): readonly Span[] {
  const spans: Span[] = []
  let [start, end, together] = [0, 0, '']
  for (const [count, word] of words.slice(from, from + 1 + MAX_JOINED).entries()) {
    if (count > 0 && !JOINT.test(text.slice(end, word.start))) break
    if (count === 0) start = word.start
    end = word.end
    together += word.lower
    const level = count > 0 && together.length >= MIN_JOINED_LENGTH ? terms.get(together) : undefined
    if (level !== undefined) spans.push(codename(start, end, level))
  }
  return spans
}

function unspacedMatches(text: string, { unspaced, lengths }: Compiled): Span[] {
  if (!UNSPACED.test(text)) return []
  const spans: Span[] = []
  const lower = text.toLowerCase()
  // Lower-casing may change the length of a few letters; spans would then point elsewhere.
  const haystack = lower.length === text.length ? lower : text
  for (let start = 0; start < haystack.length; start += 1) {
    for (const length of lengths) {
      const level = unspaced.get(haystack.slice(start, start + length))
      if (level !== undefined) spans.push(codename(start, start + length, level))
    }
  }
  return spans
}

/** Words of one term stand side by side: at most three spaces, dashes and the like between them. */
function isNear(text: string, before: Word | undefined, word: Word): boolean {
  if (before === undefined || word.start - before.end > 3) return false
  return /^[\s_./:'-]*$/.test(text.slice(before.end, word.start))
}

function runsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of matchesOf(text, RUN)) words.push(wordAt(match.index, match[0]))
  return words
}

function piecesOf(run: Word, text: string): Word[] {
  const pieces: Word[] = []
  for (const match of matchesOf(text.slice(run.start, run.end), PIECE))
    pieces.push(wordAt(run.start + match.index, match[0]))
  return pieces
}

function wordAt(start: number, word: string): Word {
  return { lower: word.toLowerCase(), start, end: start + word.length }
}

function highest(one: Level | undefined, other: Level): Level {
  return one !== undefined && one > other ? one : other
}

function codename(start: number, end: number, level: Level): Span {
  return { entity: 'CODENAME', start, end, confidence: 1, recognizer: 'codename', verified: true, level }
}
