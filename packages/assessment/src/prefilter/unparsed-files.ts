import type { RelatedFile } from './choose-related.ts'
import { identifierOf } from './identifiers.ts'

/** A file of a known language that was read and not parsed. */
export interface UnparsedFile {
  readonly file: string
  readonly bytes: number
  /** Of languages whose files use each other's code; see `relativesOf`. */
  readonly group: string
  readonly identifiers: Int32Array<ArrayBuffer>
}

/** Of more, those that come later are not looked at again. */
const MAX_FILES = 200_000
/** 128 MB, which is what a tree of some 80,000 files has. */
const MAX_IDENTIFIERS = 32_000_000

/** What was not parsed, and which words stand in it. */
export class UnparsedFiles {
  readonly #files = new Map<string, UnparsedFile>()
  #identifiers = 0

  get size(): number {
    return this.#files.size
  }

  add(file: UnparsedFile): void {
    if (this.size >= MAX_FILES || this.#identifiers + file.identifiers.length > MAX_IDENTIFIERS) return
    this.#identifiers += file.identifiers.length
    this.#files.set(file.file, file)
  }

  remove(file: string): void {
    this.#identifiers -= this.#files.get(file)?.identifiers.length ?? 0
    this.#files.delete(file)
  }

  /** The files with some of the words that belong to their group. */
  with(words: Readonly<Record<string, readonly string[]>>): readonly RelatedFile[] {
    const finders = new Map(Object.entries(words).map(([group, own]) => [group, new WordsById(own)]))
    return [...this.#files.values()].flatMap(({ file, bytes, group, identifiers }) => {
      const found = finders.get(group)?.among(identifiers) ?? []
      return found.length === 0 ? [] : [{ file, bytes, words: found }]
    })
  }
}

const BITS = 0xffff

class WordsById {
  readonly #words: ReadonlyMap<number, string>
  /** Most identifiers are no such word: their lowest bits tell it quicker than a map. */
  readonly #mayBe = new Uint8Array(BITS + 1)

  constructor(words: readonly string[]) {
    this.#words = new Map(words.map((word) => [identifierOf(word), word]))
    for (const id of this.#words.keys()) this.#mayBe[id & BITS] = 1
  }

  among(identifiers: Int32Array): readonly string[] {
    const found: string[] = []
    for (const id of identifiers) {
      const word = this.#mayBe[id & BITS] === 1 ? this.#words.get(id) : undefined
      if (word !== undefined) found.push(word)
    }
    return found
  }
}
