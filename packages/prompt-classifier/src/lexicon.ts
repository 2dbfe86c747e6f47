import { CLASSES, type ClassWords } from './words/classes.ts'
import { ENGLISH } from './words/english.ts'
import { EUROPEAN } from './words/european.ts'
import { OTHER_LANGUAGES } from './words/other-languages.ts'

/** How many classes of words there are. */
export const MAX_CLASS = CLASSES.length

/** The longest entry that a script without spaces is searched for, in UTF-16 code units. */
const MAX_IDEOGRAPHS = 8
const FILTER_BITS = 15

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ code, 0x85eb_ca6b)
  return mixed ^ (mixed >>> 13)
}

/**
 * What words of many languages do in an attack: verbs that set aside, nouns for rules, words for secrets and so on. A
 * pair of classes is the same sign in every language.
 */
export class Lexicon {
  readonly #whole = new Map<number, number>()
  readonly #prefixes = new Map<number, number>()
  /** A bit for each hash of an entry: most beginnings of words are none. */
  readonly #filter = new Uint8Array(1 << FILTER_BITS)

  constructor(languages: readonly ClassWords[] = [ENGLISH, ...EUROPEAN, ...OTHER_LANGUAGES]) {
    for (const words of languages) {
      for (const [place, name] of CLASSES.entries()) {
        for (const entry of (words[name] ?? '').split(/\s+/)) if (entry !== '') this.#add(entry, 1 << place)
      }
    }
  }

  #add(entry: string, bit: number): void {
    const isPrefix = entry.endsWith('*')
    let hash = 0x1d
    for (const letter of isPrefix ? entry.slice(0, -1) : entry) hash = mix(hash, letter.charCodeAt(0))
    const table = isPrefix ? this.#prefixes : this.#whole
    table.set(hash, (table.get(hash) ?? 0) | bit)
    this.#filter[hash >>> (32 - FILTER_BITS)] = 1
  }

  /** The classes of the word at a place, a bit each; of an ideograph, those of the entries that begin with it. */
  classesOf(text: string, start: number, end: number, isIdeograph: boolean): number {
    let hash = 0x1d
    let found = 0
    const last = isIdeograph ? Math.min(text.length, start + MAX_IDEOGRAPHS) : end
    for (let at = start; at < last; at += 1) {
      hash = mix(hash, text.charCodeAt(at))
      if (this.#filter[hash >>> (32 - FILTER_BITS)] === 0) continue
      found |= this.#prefixes.get(hash) ?? 0
      if (isIdeograph || at === last - 1) found |= this.#whole.get(hash) ?? 0
    }
    return found
  }
}
