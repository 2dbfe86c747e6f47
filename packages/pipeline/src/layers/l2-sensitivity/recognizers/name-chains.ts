import { matchesOf } from '../recognizer.ts'

/** One word of what may be a name. */
export interface NameWord {
  readonly word: string
  readonly lower: string
  readonly start: number
  readonly end: number
  /** `J.` or `J` */
  readonly initial: boolean
}

/** A name has no more words; a longer chain is a headline, and is cut. */
const MAX_WORDS = 6
const MAX_WORD = 40

const BEYOND_ASCII = /[^\t\n\r -~]/
/** The same, where tokens of the gateway stand as marks: see `fold-without-tokens.ts`. */
const BEYOND_ASCII_AND_MARKS = /[^\t\n\r -~\uFFFC]/
/** Inside no word, but in quotes and behind an elision: `'Maria Keller'`, `d'Anna`. */
const CAPITALISED_ASCII = /(?:(?<!\w'?)|(?<=\b(?:d|l|qu)'))[A-Z][A-Za-z'-]*/g
/** As `CAPITALISED`, in ASCII letters. */
const CAPITALISED_BESIDE_MARKS = /(?:(?<![A-Za-z0-9_]'?)|(?<=(?<![A-Za-z])(?:d|l|qu)'))[A-Z][A-Za-z'-]*/g
const CAPITALISED = /(?:(?<![\p{L}\p{N}_]'?)|(?<=(?<!\p{L})(?:d|l|qu)'))\p{Lu}[\p{L}\p{M}'-]*/gu

/** A nickname between two words of one name. */
const NICKNAME = /^ [“"(]\p{L}{1,20}[”")] $/u

/** Splits a text into chains of capitalised words that could be names, with `particles` between them. Linear. */
export function nameChains(text: string, particles: RegExp): readonly (readonly NameWord[])[] {
  const chains: NameWord[][] = []
  let chain: NameWord[] = []
  for (const match of matchesOf(text, patternFor(text))) {
    const word = wordAt(match.index, match[0], text)
    const before = chain.at(-1)
    if (before !== undefined) {
      if (word === undefined || chain.length >= MAX_WORDS || !joined(text, before, word.start, particles)) {
        chains.push(chain)
        chain = []
      }
    }
    if (word !== undefined) chain.push(word)
  }
  if (chain.length > 0) chains.push(chain)
  return chains
}

function patternFor(text: string): RegExp {
  if (!BEYOND_ASCII.test(text)) return CAPITALISED_ASCII
  return BEYOND_ASCII_AND_MARKS.test(text) ? CAPITALISED : CAPITALISED_BESIDE_MARKS
}

function wordAt(start: number, raw: string, text: string): NameWord | undefined {
  const word = /['s-]$/.test(raw) ? raw.replace(/(?:'s|['-]+)$/, '') : raw
  if (word.length > MAX_WORD) return undefined
  const after = text.charCodeAt(start + word.length)
  // A digit or an underscore right behind it: part of a code name, not of a person's.
  if ((after >= 0x30 && after <= 0x39) || after === 0x5f || after === 0x40) return undefined
  const initial = word.length === 1
  return { word, lower: word.toLowerCase(), start, end: start + word.length, initial }
}

function joined(text: string, before: NameWord, start: number, particles: RegExp): boolean {
  const gap = start - before.end
  if (gap > 24) return false
  const between = text.slice(before.end, start)
  if (between === ' ') return true
  if (between.startsWith('.')) return (before.initial || before.lower === 'jr') && (between === '.' || between === '. ')
  return particles.test(between) || NICKNAME.test(between)
}
