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
} as const

const FLAG_BITS = 14
const FLAG_MASK = (1 << FLAG_BITS) - 1

/**
 * A table of word hashes with flags: open addressing, 18 bits of the hash beside the flags in each entry. Another
 * word is taken for one of the list about once in a hundred thousand words.
 */
export class Lexicon {
  readonly #entries: Uint32Array
  readonly #mask: number

  /** @param entries a power of two of them, at most four in five used. */
  constructor(entries: Uint32Array) {
    this.#entries = entries
    this.#mask = entries.length - 1
  }

  /** The flags of a word by its hash; 0 where it stands in no list. */
  flagsOf(hash: number): number {
    const mark = markOf(hash)
    let at = placeOf(hash) & this.#mask
    for (;;) {
      const entry = this.#entries[at] as number
      if (entry === 0) return 0
      if (entry >>> FLAG_BITS === mark) return entry & FLAG_MASK
      at = (at + 1) & this.#mask
    }
  }
}

function placeOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> 8
}

function markOf(hash: number): number {
  return (Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> FLAG_BITS) & 0x3ffff
}

/** The entries of a lexicon over words given by hash. Throws where they fill more than four in five. */
export function lexiconEntries(words: ReadonlyMap<number, number>, size: number): Uint32Array {
  if (words.size > size * 0.8) throw new Error(`${words.size} words do not fit into ${size} entries`)
  const entries = new Uint32Array(size)
  for (const [hash, flags] of words) {
    if (flags === 0) continue
    const mark = markOf(hash)
    let at = placeOf(hash) & (size - 1)
    while (entries[at] !== 0 && (entries[at] as number) >>> FLAG_BITS !== mark) at = (at + 1) & (size - 1)
    entries[at] = ((entries[at] as number) & FLAG_MASK) | flags | (mark << FLAG_BITS)
  }
  return entries
}
