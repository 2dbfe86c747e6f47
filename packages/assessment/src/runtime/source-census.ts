import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isKeyOrConfigFile } from '../keys-and-config/key-and-config-files.ts'
import type { FileCount, Reading, Sources } from '../model/detection.ts'
import { languageOf } from '../parse/languages.ts'
import { beginsWithKey, mayBeUnnamedKey } from '../walk/file-names.ts'
import { readHead } from '../walk/read-source.ts'
import { closedKindOf, hasOtherSuffix, interpreterOf, isProgram, suffixOf } from '../walk/source-kind.ts'

/** A source file that was looked at. */
export interface SourceSeen {
  readonly file: string
  readonly language: string
  readonly reading: Reading
  readonly bytes: number
  /** It names cryptography, no reader understands it, and nothing was found in it. */
  readonly isOpen: boolean
}

const MAX_OPEN_FILES = 100
/** The longest first line that is looked at, and more than the mark of a program needs. */
const HEAD_BYTES = 256

type Counted = { -readonly [name in keyof FileCount]: FileCount[name] }

/** Counts what kinds of files a project has, and how far their languages are understood. */
export class SourceCensus {
  readonly #root: string
  readonly #languages = new Map<string, Counted & { readonly language: string; readonly reading: Reading }>()
  readonly #openFiles: string[] = []
  #openCount = 0
  readonly #closed: Record<'archives' | 'binaries', Counted> = {
    archives: { files: 0, bytes: 0 },
    binaries: { files: 0, bytes: 0 },
  }

  constructor(root: string) {
    this.#root = root
  }

  /** Whether a file is read or counted, by its name, or by how it begins where the name does not tell. */
  isOfInterest(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (languageOf(name) !== undefined || isKeyOrConfigFile(name) || closedKindOf(name) !== undefined) return true
    const isBare = suffixOf(name) === ''
    if (hasOtherSuffix(name)) return true
    if (!isBare && !mayBeUnnamedKey(name)) return false
    const head = this.#headOf(path)
    if (beginsWithKey(head)) return true
    return isBare && (isProgram(head) || interpreterOf(Buffer.from(head).toString('latin1')) !== undefined)
  }

  /** Counts a file that is not read: an archive or a compiled program. False for every other. */
  countClosed(path: string): boolean {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const isKnown = languageOf(name) !== undefined || isKeyOrConfigFile(name)
    const kind = isKnown ? undefined : (closedKindOf(name) ?? (this.#isProgram(path) ? 'binaries' : undefined))
    if (kind === undefined) return false
    this.#closed[kind].files += 1
    this.#closed[kind].bytes += statSync(join(this.#root, path), { throwIfNoEntry: false })?.size ?? 0
    return true
  }

  add({ file, language, reading, bytes, isOpen }: SourceSeen): void {
    const key = `${reading} ${language}`
    const counted = this.#languages.get(key) ?? { language, reading, files: 0, bytes: 0 }
    this.#languages.set(key, counted)
    counted.files += 1
    counted.bytes += bytes
    if (!isOpen) return
    this.#openCount += 1
    if (this.#openFiles.length < MAX_OPEN_FILES) this.#openFiles.push(file)
  }

  /** What was counted so far: the languages with the most bytes first. */
  counts(): Sources {
    return {
      languages: [...this.#languages.values()].sort((a, b) => b.bytes - a.bytes || (a.language < b.language ? -1 : 1)),
      open: { count: this.#openCount, files: this.#openFiles.toSorted() },
      ...this.#closed,
    }
  }

  #isProgram(path: string): boolean {
    return suffixOf(path) === '' && isProgram(this.#headOf(path))
  }

  #headOf(path: string): Uint8Array {
    return readHead(join(this.#root, path), HEAD_BYTES)
  }
}
