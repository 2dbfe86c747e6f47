/** What lists of names and words say of a word; a word may be several of these. */
export const WORD_IS = {
  given: 1,
  surname: 2,
  /** In a long list that does not say which. */
  anyName: 4,
  /** The name of a place is this word alone. */
  place: 8,
  /** Part of a name of a place of several words. */
  placePart: 16,
  country: 32,
  /** `Street`, `Rue`, `straße` */
  street: 64,
  /** `Inc`, `University`, `Bank` */
  organization: 128,
  /** `Dr`, `Mrs` */
  title: 256,
  /** Frequent in small letters in ordinary text. */
  common: 512,
  /** Of the most frequent words. */
  veryCommon: 1024,
  /** A place of more than 200,000 people. */
  largePlace: 2048,
  /** `Monday`, `January` */
  calendar: 4096,
  /** `German`, `Kenyan` */
  nationality: 8192,
  /** Part of the name of a person that a dictionary has: `Mendelssohn`. */
  knownPerson: 1 << 14,
  /** A place, river or region that a dictionary has, or a part of its name. */
  knownPlace: 1 << 15,
  /** Part of the name of a firm, a party or a team that a dictionary has. */
  knownOrganization: 1 << 16,
  /** A given name in several countries. */
  frequentGiven: 1 << 17,
  /** A family name in several countries. */
  frequentSurname: 1 << 18,
} as const

/** How a word is mostly written inside sentences of ordinary text. */
export const USUAL_CASE = { unseen: 0, small: 1, both: 2, capital: 3 } as const

const CASE_SHIFT = 19
const CLASS_SHIFT = 21
const FLAGS = (1 << CASE_SHIFT) - 1

/** What the lexicon knows of a word, as one number: its flags, its usual case (0..3) and its class (0..63). */
export function wordInfo(flags: number, usualCase: number, wordClass: number): number {
  return (flags & FLAGS) | (usualCase << CASE_SHIFT) | (wordClass << CLASS_SHIFT)
}

/** What the word means where it is no name (`nouns of persons`, `verbs of motion`), as a number; 0 where unknown. */
export function classOf(info: number): number {
  return (info >>> CLASS_SHIFT) & 63
}

/** One of `USUAL_CASE`. */
export function usualCaseOf(info: number): number {
  return (info >>> CASE_SHIFT) & 3
}

/** A table of word hashes with what is known of each word: open addressing, two numbers an entry. */
export class Lexicon {
  readonly #entries: Uint32Array
  readonly #mask: number

  /** @param entries a power of two of pairs, at most four in five used. */
  constructor(entries: Uint32Array) {
    this.#entries = entries
    this.#mask = entries.length / 2 - 1
  }

  /** What is known of a word by its hash; 0 where it stands in no list. */
  infoOf(hash: number): number {
    const key = keyOf(hash)
    let at = placeOf(hash) & this.#mask
    for (;;) {
      const entry = this.#entries[at * 2] as number
      if (entry === key) return this.#entries[at * 2 + 1] as number
      if (entry === 0) return 0
      at = (at + 1) & this.#mask
    }
  }
}

/** 0 marks an empty entry. */
function keyOf(hash: number): number {
  return hash >>> 0 || 1
}

function placeOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> 8
}

/** The entries of a lexicon over words given by hash. Throws where they fill more than four in five. */
export function lexiconEntries(words: ReadonlyMap<number, number>, size: number): Uint32Array {
  if (words.size > size * 0.8) throw new Error(`${words.size} words do not fit into ${size} entries`)
  const entries = new Uint32Array(size * 2)
  for (const [hash, info] of words) {
    if (info === 0) continue
    let at = placeOf(hash) & (size - 1)
    while (entries[at * 2] !== 0) at = (at + 1) & (size - 1)
    entries[at * 2] = keyOf(hash)
    entries[at * 2 + 1] = info
  }
  return entries
}
