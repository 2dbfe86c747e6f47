import { ENTITY_TYPES } from '@sluice/contracts'
import { ID_ALPHABET, ID_LENGTH, MAX_TOKEN_LENGTH, mayStandBeforeId, type TokenSpan } from './token.ts'
import { MARK, NO_PART, readCharacter, SEPARATOR, UNFINISHED, UNIT } from './token-characters.ts'

/** A token as a model has written it: `token` is its one form, whatever stands at its place. */
export interface WrittenToken extends TokenSpan {
  /** A Markdown mark that stood within the token and belongs before what takes its place. */
  readonly before?: string
  /** One that belongs behind it: `**PERSON_**7H3K9Q2M5T` opens what is closed within. */
  readonly behind?: string
}

/** The longest token as it may be written, in UTF-16 code units: four for each of its characters. */
export const MAX_WRITTEN_LENGTH = 4 * MAX_TOKEN_LENGTH

/** What may stand between two letters of a token, in UTF-16 code units. */
const MAX_GAP = 16

/** Types by their letters; a separator is an underscore. */
interface Node {
  readonly next: Map<number, Node>
  type: string | undefined
}

const UNDERSCORE = 0x5f
const TYPES = typesByLetter()
const TYPE_NAMES: ReadonlySet<string> = new Set(ENTITY_TYPES)
const ID_CODES = idCodes()

function typesByLetter(): Node {
  const root: Node = { next: new Map(), type: undefined }
  for (const type of ENTITY_TYPES) {
    let node = root
    for (const letter of type) {
      const next = node.next.get(letter.charCodeAt(0)) ?? { next: new Map(), type: undefined }
      node.next.set(letter.charCodeAt(0), next)
      node = next
    }
    node.type = type
  }
  return root
}

function idCodes(): Uint8Array {
  const table = new Uint8Array(128)
  for (const letter of ID_ALPHABET) table[letter.charCodeAt(0)] = 1
  return table
}

/** Whether a type begins with this capital and, where `second` is a letter, goes on with that one. */
export function mayBegin(first: number, second: number): boolean {
  const node = TYPES.next.get(first)
  return node !== undefined && (second < 0x41 || node.next.has(second))
}

/**
 * Reads the token that begins with the letter at `start`: exactly written, or altered as models do it. What it returns
 * depends on nothing behind the token. `more` says that the text ends before it is known; `none`, that there is none.
 * At most `MAX_WRITTEN_LENGTH` code units are read.
 *
 * Letters may be small (of an id all or none), full-width or escaped, and zero-width characters may stand between them.
 * An underscore may be up to 16 code units of `_`, hyphens and white space, with backslashes, asterisks and backticks
 * among them.
 *
 * @param lead the end of what stands before `start`.
 */
export function readToken(text: string, start: number, lead: string): WrittenToken | 'none' | 'more' {
  const reader = new TokenReader(text, start)
  const limit = start + MAX_WRITTEN_LENGTH
  let gapFrom = start
  let isSeparated = false
  let isMarked = false
  for (let at = start; at < text.length; ) {
    const read = readCharacter(text, at)
    const part = read % UNIT
    if (part === NO_PART) return 'none'
    if (part === UNFINISHED) break
    const end = at + (read - part) / UNIT
    if (end > limit) return 'none'
    if (part > MARK) {
      if (isSeparated ? !reader.separate() : isMarked) return 'none'
      if (!reader.add(part, caseOf(text.charCodeAt(at)))) return 'none'
      if (reader.id !== '') return reader.tokenAt(end, lead)
      gapFrom = end
      isSeparated = false
      isMarked = false
    } else {
      if (end - gapFrom > MAX_GAP) return 'none'
      if (part === SEPARATOR) isSeparated = true
      else if (part === MARK) {
        isMarked = true
        reader.addMark(at, end)
      }
    }
    at = end
  }
  return text.length < limit ? 'more' : 'none'
}

/** Empty for digits, and for letters that are escaped. */
type LetterCase = 'small' | 'capital' | ''

function caseOf(code: number): LetterCase {
  const letter = code >= 0xff21 && code <= 0xff5a ? code - 0xfee0 : code
  if (letter >= 0x61 && letter <= 0x7a) return 'small'
  return letter >= 0x41 && letter <= 0x5a ? 'capital' : ''
}

/** The grammar of tokens, letter by letter: a type, for some types a replacement, and an id. */
class TokenReader {
  readonly #text: string
  readonly #start: number
  /** Where the letters so far lead among the types. */
  #node: Node | undefined = TYPES
  /** The type, and the replacement, that have ended. */
  #head = ''
  /** The letters behind the head; undefined where it has not ended. */
  #run: string | undefined
  /** Whether `run` can be the beginning of an id: its letters are all small, or all capitals. */
  #isId = true
  #case = ''
  #isReplaced = false
  #marks: { readonly from: number; to: number }[] = []
  /** The id, once it is whole. */
  id = ''

  constructor(text: string, start: number) {
    this.#text = text
    this.#start = start
  }

  /** Takes a letter or digit; false where no token goes on so. */
  add(code: number, letterCase: LetterCase): boolean {
    this.#node = this.#node?.next.get(code)
    if (this.#run !== undefined) {
      this.#run += String.fromCharCode(code)
      this.#isId &&= ID_CODES[code] === 1 && (letterCase === '' || this.#case === '' || letterCase === this.#case)
      this.#case ||= letterCase
      if (this.#isId && this.#run.length === ID_LENGTH) this.id = this.#run
      else if (!this.#isId && !this.#mayBeReplacement(this.#run)) this.#run = undefined
    }
    return this.#node !== undefined || this.#run !== undefined
  }

  /** Takes a separator that a letter follows; false where no token goes on so. */
  separate(): boolean {
    if (this.#run !== undefined) this.#endReplacement(this.#run)
    if (this.#run === undefined && this.#node?.type !== undefined) {
      this.#head = `${this.#node.type}_`
      this.#run = ''
      this.#isId = true
      this.#case = ''
    }
    this.#node = this.#node?.next.get(UNDERSCORE)
    return this.#node !== undefined || this.#run !== undefined
  }

  addMark(from: number, to: number): void {
    const last = this.#marks.at(-1)
    if (last?.to === from) last.to = to
    else this.#marks.push({ from, to })
  }

  tokenAt(end: number, lead: string): WrittenToken {
    const span = { token: `${this.#head}${this.id}`, start: this.#start, end }
    const [mark, ...others] = this.#marks
    if (mark === undefined || others.length % 2 === 1) return span
    const written = this.#text.slice(mark.from, mark.to)
    return lead.endsWith(written) ? { ...span, behind: written } : { ...span, before: written }
  }

  #mayBeReplacement(run: string): boolean {
    return !this.#isReplaced && mayStandBeforeId(this.#head, run) !== 'no'
  }

  /**
   * Where a type stands for a replacement, an exact token begins with it: `Codename PERSON_7H3K9Q2M5T` are two words,
   * unless all of it is exact.
   */
  #endReplacement(run: string): void {
    const head = `${this.#head}${run}_`
    const isOne = !TYPE_NAMES.has(run) || this.#text.startsWith(head, this.#start)
    const mayEnd = !this.#isReplaced && mayStandBeforeId(this.#head, run) === 'all' && isOne
    this.#isReplaced = mayEnd
    this.#head = mayEnd ? head : ''
    this.#run = mayEnd ? '' : undefined
    this.#isId = true
    this.#case = ''
  }
}
