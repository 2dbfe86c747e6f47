import type { Level } from '@sluice/contracts'
import { KeyTable } from './key-table.ts'
import { allocateIndex, arraysOf } from './layout.ts'
import { LetterTree } from './letter-tree.ts'
import { MAX_REPLACEMENTS, termInfo, withMore } from './term-info.ts'
import { MAX_LETTERS, withLetter } from './word-hash.ts'
import { type WordList, WordScan } from './words.ts'

/** One name that is to be found. */
export interface IndexedTerm {
  /** Folded as the texts will be that it is looked for in. */
  readonly term: string
  readonly level: Level
  /** The prefix of its tokens, in capitals and digits; that of the entity type if it is left out. */
  readonly replacement?: string | undefined
}

/** Terms and aliases of one index. */
const MAX_TERMS = 1_000_000
/** Words of one term, or pieces where `BlueHeronX1` has several in one word. */
export const MAX_WORDS = 8
const SPACE = 0x20

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Compiles terms into memory that threads share and `openCodenameIndex` reads. It takes about 3 microseconds a term,
 * so long lists belong into a thread of their own.
 *
 * Throws a `RangeError` beyond 1,000,000 terms, 200 letters or 8 words in a term, and for a term without a letter or
 * digit, because a term that is dropped in silence is a leak.
 */
export function compileCodenameIndex(terms: Iterable<IndexedTerm>): SharedArrayBuffer {
  const builder = new IndexBuilder()
  for (const term of terms) builder.add(term)
  return builder.build()
}

class IndexBuilder {
  readonly #keys = new KeyTable()
  readonly #tree = new LetterTree()
  readonly #replacements = new Map<string, number>()
  readonly #words = new WordScan()
  #terms = 0

  add({ term, level, replacement }: IndexedTerm): void {
    this.#terms += 1
    if (this.#terms > MAX_TERMS) throw new RangeError(`More than ${MAX_TERMS} codenames.`)
    // Before the term is read: reading must stay short.
    if (term.length > MAX_LETTERS) throw new RangeError(`A codename is longer than ${MAX_LETTERS}.`)
    this.#words.read(term)
    const { runs, pieces, letters } = this.#words
    if (runs.count === 0) throw new RangeError('A codename has no letter or digit.')
    const info = termInfo(level, this.#numberOf(replacement))
    const together = Array.from(letters.subarray(0, runs.lettersTo[runs.count - 1]))
    if (UNSPACED.test(term)) {
      this.#tree.add(together, info)
      return
    }
    // As it is split in text, with the runs whole, and written together: `Blue Heron`, `BlueHeron`, `blueheron`.
    this.#addPhrase(pieces, info)
    if (runs.count < pieces.count) this.#addPhrase(runs, info)
    this.#keys.add(together, hashOf(together), info)
  }

  build(): SharedArrayBuffer {
    const replacements = [...this.#replacements.keys()]
    const keys = this.#keys
    const tree = this.#tree
    const buffer = allocateIndex({
      keySlots: keys.slots.length / 2,
      keys: keys.info.length,
      letters: keys.letters.length,
      nodeSlots: tree.slots,
      nodes: tree.nodes,
      replacements: replacements.length,
      replacementLetters: replacements.join('').length,
    })
    const arrays = arraysOf(buffer)
    arrays.keySlots.set(keys.slots)
    arrays.keyFrom.set(keys.from.view())
    arrays.keyInfo.set(keys.info.view())
    arrays.letters.set(keys.letters.view())
    tree.writeTo(arrays)
    let at = 0
    for (const [index, replacement] of replacements.entries()) {
      arrays.replacementLetters.set(Buffer.from(replacement, 'latin1'), at)
      at += replacement.length
      arrays.replacementFrom[index + 1] = at
    }
    return buffer
  }

  /** Numbers begin at 1. */
  #numberOf(replacement: string | undefined): number {
    if (replacement === undefined) return 0
    const known = this.#replacements.get(replacement)
    if (known !== undefined) return known
    const number = this.#replacements.size + 1
    if (number > MAX_REPLACEMENTS) throw new RangeError('Too many replacements.')
    this.#replacements.set(replacement, number)
    return number
  }

  /** A key for the term, and one for each beginning of it, so that a text is read on only as far as a term may go. */
  #addPhrase(words: WordList, info: number): void {
    if (words.count > MAX_WORDS) throw new RangeError(`A codename has more than ${MAX_WORDS} words.`)
    const letters: number[] = []
    for (let word = 0; word < words.count; word += 1) {
      if (word > 0) letters.push(SPACE)
      for (const letter of this.#words.letters.subarray(words.lettersFrom[word], words.lettersTo[word])) {
        letters.push(letter)
      }
      this.#keys.add(letters, hashOf(letters), word === words.count - 1 ? info : withMore(0))
    }
  }
}

function hashOf(letters: readonly number[]): number {
  let hash = 0
  for (const letter of letters) hash = withLetter(hash, letter)
  return hash
}
