import { matchesOf } from '../../recognizer.ts'

/** Names in one script that writes spaces between words. Keys are as `plain` makes them. */
export interface SpacedScript {
  /** One word; global. */
  readonly word: RegExp
  readonly given: ReadonlySet<string>
  readonly family: ReadonlySet<string>
  /** Given names that are also words: one of them and a family name is not yet a person. */
  readonly ambiguous: ReadonlySet<string>
  /** The form of a family name behind a given one. */
  readonly familyForm: RegExp
  /** Between two parts of a name. */
  readonly particles: ReadonlySet<string>
  /** What may be written at the beginning of a word and is none of it; captures the rest. */
  readonly prefix: RegExp
  /** Endings of cases. */
  readonly ending: RegExp
  /** Behind an introduction no name begins with these. */
  readonly others: ReadonlySet<string>
  readonly otherForm: RegExp
  readonly plain: (word: string) => string
}

/** A place of a name and how sure it is, 0 to 1. */
export interface FoundName {
  readonly start: number
  readonly end: number
  readonly confidence: number
}

type Sign = 'title' | 'introduction'

/** What stands before a name, or right behind it. */
interface Signs {
  readonly signBefore: (start: number) => Sign | undefined
  readonly isBeforeSuffix: (end: number) => boolean
}

interface Word {
  readonly start: number
  readonly end: number
  /** Without a prefix that is none of the name. */
  readonly nameStart: number
  readonly plain: string
  readonly isGiven: boolean
  readonly isKnown: boolean
  /** What stands before it. */
  readonly sign: Sign | undefined
}

const MAX_WORDS = 5
const LONGEST_WORD = 30

/** The names of persons in a text of one script. Linear. */
export function spacedNames(text: string, script: SpacedScript, signs: Signs): readonly FoundName[] {
  const names: FoundName[] = []
  let chain: Word[] = []
  const close = () => {
    for (let at = 0; at < chain.length; ) {
      const taken = nameAt(chain, at, script, signs, names)
      at += Math.max(1, taken)
    }
    chain = []
  }
  for (const { 0: written, index } of matchesOf(text, script.word)) {
    const before = chain.at(-1)
    const sign = signs.signBefore(index)
    const isApart = before !== undefined && !/^ ?-?$/.test(text.slice(before.end, index))
    if (isApart || sign !== undefined || written.length > LONGEST_WORD) close()
    if (written.length <= LONGEST_WORD) chain.push({ ...wordOf(written, index, script), sign })
  }
  close()
  return names
}

function wordOf(written: string, start: number, script: SpacedScript): Omit<Word, 'sign'> {
  const whole = lookUp(written, script)
  const [, rest] = script.prefix.exec(written) ?? []
  const part = whole.isKnown || rest === undefined ? undefined : lookUp(rest, script)
  const end = start + written.length
  if (part?.isGiven !== true || rest === undefined) return { start, end, nameStart: start, ...whole }
  return { start, end, nameStart: end - rest.length, ...part }
}

function lookUp(written: string, { plain, given, family, ending }: SpacedScript) {
  const whole = plain(written)
  const stem = whole.replace(ending, '')
  const is = (list: ReadonlySet<string>) => list.has(whole) || (stem !== whole && list.has(stem))
  const isGiven = is(given)
  return { plain: given.has(stem) ? stem : whole, isGiven, isKnown: isGiven || is(family) }
}

/** How many words a name that begins at a word has; 0 for none. */
function nameAt(chain: readonly Word[], at: number, script: SpacedScript, signs: Signs, names: FoundName[]): number {
  const first = chain[at]
  if (first === undefined || script.particles.has(first.plain)) return 0
  const count = lengthFrom(chain, at, script)
  const words = chain.slice(at, at + count)
  const [start, end] = [first.nameStart, words.at(-1)?.end ?? first.end]
  if (first.sign !== undefined) {
    if (!first.isKnown && isOther(first, script)) return 0
    // `my name is Qwor Vantz.`: two unknown words are a name where nothing follows them.
    const next = chain[at + 1]
    const isPair = first.sign === 'introduction' && count === 1 && chain.length === 2 && next !== undefined
    const isWhole = isPair && !isOther(next, script)
    names.push({ start, end: isWhole ? next.end : end, confidence: first.sign === 'title' ? 0.85 : 0.8 })
    return isWhole ? 2 : count
  }
  const isSure = words.some(({ plain, isGiven }) => isGiven && !script.ambiguous.has(plain))
  if (!first.isGiven || !isSure || (count === 1 && !signs.isBeforeSuffix(first.end))) return 0
  names.push({ start, end, confidence: 0.8 })
  return count
}

/** Words that no name begins with, and adverbs. */
function isOther({ plain }: Word, { others, otherForm }: SpacedScript): boolean {
  return plain.length < 2 || others.has(plain) || otherForm.test(plain)
}

/** How many words from a place on go together as a name. */
function lengthFrom(chain: readonly Word[], at: number, { particles, familyForm }: SpacedScript): number {
  let count = 1
  while (count < MAX_WORDS) {
    const next = chain[at + count]
    if (next === undefined || next.sign !== undefined) break
    if (next.isKnown && next.nameStart === next.start) count += 1
    else if (familyForm.test(next.plain)) return count + 1
    else if (particles.has(next.plain) && chain[at + count + 1] !== undefined) count += 2
    else break
  }
  return Math.min(count, MAX_WORDS)
}
