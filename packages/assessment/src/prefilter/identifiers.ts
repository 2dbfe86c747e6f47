/*
 * Identifiers of a file as numbers, so that words that turn out to matter later are looked for without reading the
 * file again. Two words may have one number: then a file too many is looked at, which costs time and no finding.
 */

/** Of FNV-1a (RFC 9923): a hash that takes one byte at a time. */
const SEED = 0x811c9dc5
const PRIME = 0x01000193
/** Stands for an empty place; the one word in 4 billion that has this number gets the next. */
const EMPTY = 0

/** 1 for what an identifier can hold; all bytes of other alphabets count. */
const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 || /[\w$]/.test(String.fromCharCode(byte)) ? 1 : 0,
)

/** The number of a word; case counts, as it does in most languages. */
export function identifierOf(word: string): number {
  return Buffer.from(word, 'utf8').reduce(nextHash, SEED) | 0 || 1
}

function nextHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, PRIME)
}

const PLACES = 262_144
/** A source file of 1 MB has some 10,000. */
const MAX_IDENTIFIERS = PLACES / 2

/** Gathers the identifiers of one file after the other. */
export class IdentifierReader {
  /** A hash table with open addressing. */
  readonly #table = new Int32Array(PLACES)
  readonly #found = new Int32Array(MAX_IDENTIFIERS)
  #count = 0

  /** The numbers of the identifiers that stand in a text, once each: the first 131,072. Takes linear time. */
  read(text: Uint8Array): Int32Array<ArrayBuffer> {
    let hash = SEED
    let isInside = false
    for (let i = 0; i < text.length; i += 1) {
      const byte = text[i] ?? 0
      if (IN_WORD[byte] === 1) {
        hash = nextHash(hash, byte)
        isInside = true
      } else if (isInside) {
        this.#add(hash | 0)
        hash = SEED
        isInside = false
      }
    }
    if (isInside) this.#add(hash | 0)
    return this.#take()
  }

  #add(hash: number): void {
    const number = hash === EMPTY ? 1 : hash
    let place = (hash ^ (hash >>> 15)) & (PLACES - 1)
    for (let there = this.#table[place]; there !== EMPTY; there = this.#table[place]) {
      if (there === number) return
      place = (place + 1) & (PLACES - 1)
    }
    if (this.#count === MAX_IDENTIFIERS) return
    this.#table[place] = number
    this.#found[this.#count] = number
    this.#count += 1
  }

  #take(): Int32Array<ArrayBuffer> {
    const found = this.#found.slice(0, this.#count)
    // Few places are taken as a rule: emptying those alone is quicker.
    if (this.#count > PLACES / 16) this.#table.fill(EMPTY)
    else for (const number of found) this.#clear(number)
    this.#count = 0
    return found
  }

  #clear(number: number): void {
    let place = (number ^ (number >>> 15)) & (PLACES - 1)
    while (this.#table[place] !== EMPTY) {
      this.#table[place] = EMPTY
      place = (place + 1) & (PLACES - 1)
    }
  }
}
