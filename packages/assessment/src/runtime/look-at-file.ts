import { join } from 'node:path'
import { codeOf, findByText } from '../by-text/find-by-text.ts'
import { analyseSource } from '../evaluate/analyse-source.ts'
import { summariesOfKeyOrConfigFile } from '../keys-and-config/key-and-config-files.ts'
import type { Reading, SkipReason } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import type { Knowledge } from '../packs/prepare-knowledge.ts'
import { type LanguageSupport, languageOf } from '../parse/languages.ts'
import { relativesOf } from '../parse/relatives.ts'
import { IdentifierReader } from '../prefilter/identifiers.ts'
import { createKeywordFilter, type KeywordFilter } from '../prefilter/keyword-filter.ts'
import type { UnparsedFile } from '../prefilter/unparsed-files.ts'
import { CRYPTOGRAPHY_WORDS } from '../walk/other-languages.ts'
import { decodeSource, isBinary, SourceFileReader, searchable } from '../walk/read-source.ts'
import { otherLanguageOf } from '../walk/source-kind.ts'
import { PARSE_HEAP, usedHeapBytes } from './heap.ts'
import type { SourceSeen } from './source-census.ts'

/** What became of one file. */
export interface Looked {
  readonly summaries: readonly FileSummary[]
  readonly skipped?: SkipReason
  /** Left for later, because it is large. */
  readonly isDeferred?: true
  /** Of a language that is read, but no keyword of it stands there. */
  readonly unparsed?: UnparsedFile
  readonly bytes: number
  readonly isParsed: boolean
  /** Of source in a known language, whether it is understood or not. */
  readonly source?: SourceSeen
}

/** A parse, or an analysis, that takes longer is given up: the largest files of real projects take a second. */
export const MAX_PARSE_MS = 5_000

/** Without blanks. Parsing takes some 300 times that in memory; what has more is not parsed at all. */
export const MAX_PARSED_BYTES = 786_432
/** Larger ones are parsed one at a time in the whole scan. */
export const LARGE_BYTES = 262_144

/** Reads files, lets through those with a keyword of their language, and analyses them. */
export class FileViewer {
  #root: string
  readonly #knowledge: Knowledge
  readonly #reader: SourceFileReader
  readonly #now: () => number
  readonly #filters = new Map<string, KeywordFilter>()
  readonly #identifiers = new IdentifierReader()

  constructor(root: string, knowledge: Knowledge, options: { maxFileBytes: number; now: () => number }) {
    this.#root = root
    this.#knowledge = knowledge
    this.#reader = new SourceFileReader(options.maxFileBytes)
    this.#now = options.now
  }

  /** Goes on in another folder. */
  moveTo(root: string): void {
    this.#root = root
  }

  /**
   * Reads a file, and parses it if it was chosen or has a keyword. Never rejects: what a file does to its parser is
   * that file's affair.
   */
  async look(path: string, { isLarge, isChosen }: { isLarge: boolean; isChosen: boolean }): Promise<Looked> {
    const read = this.#reader.read(join(this.#root, path))
    if ('skipped' in read) return { summaries: [], skipped: read.skipped, bytes: 0, isParsed: false }
    const { bytes } = read
    // What was chosen later was seen before.
    const special = isChosen ? [] : summariesOfKeyOrConfigFile(path, bytes, this.#knowledge)
    const head = (): string => Buffer.from(bytes.subarray(0, 65_536)).toString('latin1')
    const language = languageOf(path, head)
    const unread = { summaries: special, bytes: bytes.length, isParsed: special.length > 0 }
    if (language === undefined) return this.#lookAtOther(path, bytes, head, unread)
    if (isBinary(bytes)) return { ...unread, skipped: 'binary' }
    const code = codeIn(language, bytes)
    if (code.length === 0 && bytes.length > 0) return unread
    const nothing = { ...unread, source: sourceSeen(path, language.name, 'understood', code) }
    const unparsed = isChosen ? undefined : this.#unparsed(path, language.name, code)
    if (unparsed !== undefined) return { ...nothing, unparsed }
    if (code.length > MAX_PARSED_BYTES && isTooDense(code)) return { ...nothing, skipped: 'too-large' }
    if (bytes.length > LARGE_BYTES && !isLarge) return { summaries: [], bytes: 0, isParsed: false, isDeferred: true }
    try {
      const until = this.#now() + MAX_PARSE_MS
      const mayGoOn = (): boolean => this.#now() < until && usedHeapBytes() < PARSE_HEAP.budgetBytes
      const summary = await analyseSource(path, decodeSource(bytes), this.#knowledge, { mayGoOn, isRelated: isChosen })
      return { ...nothing, summaries: summary ? [...special, summary] : special, isParsed: true }
    } catch {
      return { ...nothing, skipped: 'parse-failed', isParsed: true }
    }
  }

  /** Source that no reader understands: by its patterns if it has any, else for words of cryptography. */
  #lookAtOther(path: string, bytes: Uint8Array, head: () => string, unread: Looked): Looked {
    const language = otherLanguageOf(path, head)
    if (language === undefined) return unread
    if (isBinary(bytes)) return { ...unread, skipped: 'binary' }
    const { name, text: syntax } = language
    const namesAny = namesCryptography(searchable(bytes))
    if (syntax === undefined) return { ...unread, source: sourceSeen(path, name, 'notUnderstood', bytes, namesAny) }
    const { textRules } = this.#knowledge
    if (!namesAny && !this.#passes(`text ${name}`, textRules.keywordsOf(name), searchable(bytes))) {
      return { ...unread, source: sourceSeen(path, name, 'byText', bytes) }
    }
    const source = decodeSource(bytes)
    const code = codeOf(source, syntax)
    const summary = findByText({ file: path, language: name, source, code }, textRules.of(name))
    const found = summary.sightings.length
    const isOpen = found === 0 && namesCryptography(Buffer.from(code, 'utf8'))
    return {
      ...unread,
      summaries: found === 0 ? unread.summaries : [...unread.summaries, summary],
      isParsed: true,
      source: sourceSeen(path, name, 'byText', bytes, isOpen),
    }
  }

  #passes(name: string, keywords: readonly string[], bytes: Uint8Array): boolean {
    let filter = this.#filters.get(name)
    if (filter === undefined) {
      filter = createKeywordFilter(keywords)
      this.#filters.set(name, filter)
    }
    return filter(bytes)
  }

  /** What is known of a file without a keyword; undefined for others. */
  #unparsed(file: string, name: string, read: Uint8Array): UnparsedFile | undefined {
    const text = searchable(read)
    if (this.#passes(name, this.#knowledge.keywords.get(name) ?? [], text)) return undefined
    return { file, bytes: read.length, group: relativesOf(name), identifiers: this.#identifiers.read(text) }
  }
}

const namesCryptography = createKeywordFilter(CRYPTOGRAPHY_WORDS)

function sourceSeen(file: string, language: string, reading: Reading, bytes: Uint8Array, isOpen = false): SourceSeen {
  return { file, language, reading, bytes: bytes.length, isOpen }
}

/** What of a file is source; nothing of a page without scripts. */
function codeIn(language: LanguageSupport, bytes: Uint8Array): Uint8Array {
  if (!('isMarkup' in language)) return bytes
  const scripts = language.prepare?.(decodeSource(bytes)).replaceAll(/[^\S\n]+/g, ' ') ?? ''
  return Buffer.from(scripts.trim(), 'utf8')
}

function isTooDense(bytes: Uint8Array): boolean {
  let count = 0
  for (let i = 0; i < bytes.length; i += 1) if ((bytes[i] ?? 0) > 0x20) count += 1
  return count > MAX_PARSED_BYTES
}
