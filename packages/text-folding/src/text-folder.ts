import type { CharacterTable } from './characters.ts'
import { type FoldedText, FoldedTextBuilder, inPlace } from './folded-text.ts'
import { type LookAlikeWords, readLookAlikes } from './look-alikes.ts'

/** How a text is folded. */
interface Folding {
  /** For characters beyond ASCII; the first table that knows a character decides. */
  readonly tables: readonly CharacterTable[]
  readonly smallLetters: boolean
  /** Whether every run of white space becomes one space. */
  readonly oneSpace: boolean
  /** Which words are read in Latin letters: `all` only in texts that have other Latin letters. */
  readonly lookAlikes: LookAlikeWords
}

const BEYOND_ASCII = /[^\t\n\r -~]/
const WHITE_SPACE_RUN = /[\t\n\r]| {2}/

/** UAX #15, section 13, Stream-Safe Text Format: no word of a language has more marks on one letter. */
const MAX_MARKS = 30
/** Letters with marks that are remembered; languages have fewer. */
const MAX_COMPOSED = 16_384

/** A mark that no script owns, on a character that it does not compose with: a stroke, a line, a key cap. */
const MARKED_ASCII = /^([ -~])\p{Script=Inherited}+$/u
/** Strokes through a character, lines below it and frames around it. */
const DRAWN_OVER = /^[\u0332-\u0338\u20D0-\u20F0]+$/

/** What is to be done with a code unit; 0 where that has not been found out yet. */
const SAME = 1
const REPLACED = 2
/** A combining mark, or a part of a Hangul syllable behind its first. */
const MARK = 3
const SPACE = 4
/** The first half of a code point above U+FFFF. */
const HIGH = 5

/** Reads texts in one folding, and remembers what it made of each character. */
export class TextFolder {
  readonly #folding: Folding
  /** By code unit; 64 KiB. */
  readonly #kinds = new Uint8Array(0x1_0000)
  /** At most as many as Unicode has characters that change. */
  readonly #replacements = new Map<number, string>()
  /** By letter and marks. */
  readonly #composed = new Map<string, string>()

  constructor(folding: Folding) {
    this.#folding = folding
  }

  /** Folds a text. Linear; a text that is as folded as it can be costs one look. */
  fold(text: string): FoldedText {
    const beyondAscii = BEYOND_ASCII.test(text)
    const { smallLetters, oneSpace, lookAlikes } = this.#folding
    if (!beyondAscii && !(oneSpace && WHITE_SPACE_RUN.test(text)))
      return inPlace(smallLetters ? text.toLowerCase() : text)
    const folded = this.#foldCharacters(text)
    const mixed = beyondAscii ? readLookAlikes(folded.text, 'mixed') : folded.text
    const small = smallLetters ? inSmallLetters(mixed) : mixed
    const latin = beyondAscii && lookAlikes === 'all' && /[a-z]/i.test(small) ? readLookAlikes(small, 'all') : small
    return latin === folded.text ? folded : { ...folded, text: latin }
  }

  #foldCharacters(text: string): FoldedText {
    const built = new FoldedTextBuilder(text)
    /** Where the white space ended that the folded text now ends with. */
    let spaceEnd = -1
    let at = 0
    while (at < text.length) {
      const code = text.charCodeAt(at)
      const kind = this.#kinds[code] || this.#kindOf(code)
      if (kind === SAME) {
        at += 1
      } else if (kind === SPACE) {
        if (spaceEnd === at) built.replace(at, at + 1, '')
        else if (code !== 0x20) built.replace(at, at + 1, ' ')
        at += 1
        spaceEnd = at
      } else if (kind === MARK) {
        at = this.#composeMarks(text, at, built)
      } else {
        const point = kind === HIGH ? (text.codePointAt(at) ?? code) : code
        const end = at + (point > 0xffff ? 2 : 1)
        const by = this.#foldPoint(point)
        if (by === '' && spaceEnd === at) spaceEnd = end
        if (by !== undefined) built.replace(at, end, by)
        at = end
      }
    }
    return built.build()
  }

  /** Composes the letter before and its marks (UAX #15, NFC), where the letter was kept; gives the end of the marks. */
  #composeMarks(text: string, at: number, built: FoldedTextBuilder): number {
    let end = at + 1
    while (end < text.length && end - at < MAX_MARKS && this.#isMark(text.charCodeAt(end))) end += 1
    const start = at > 1 && isLowSurrogate(text.charCodeAt(at - 1)) ? at - 2 : at - 1
    if (start < built.copied) {
      if (DRAWN_OVER.test(text.slice(at, end))) built.replace(at, end, '')
      return end
    }
    const written = text.slice(start, end)
    const by = this.#composed.get(written) ?? this.#compose(written)
    if (by !== written) built.replace(start, end, by)
    return end
  }

  #compose(written: string): string {
    // No letter is composed of ASCII and a mark that is left.
    const composed = written.normalize('NFC').replace(MARKED_ASCII, '$1')
    let by = written
    if (composed !== written) {
      by = ''
      for (const character of composed) by += this.#foldPoint(character.codePointAt(0) ?? 0) ?? character
    }
    if (this.#composed.size < MAX_COMPOSED) this.#composed.set(written, by)
    return by
  }

  #isMark(code: number): boolean {
    return (this.#kinds[code] || this.#kindOf(code)) === MARK
  }

  #kindOf(code: number): number {
    const kind = this.#findKind(code)
    this.#kinds[code] = kind
    return kind
  }

  #findKind(code: number): number {
    const character = String.fromCharCode(code)
    if (this.#folding.oneSpace && /\s/.test(character) && code !== 0xfeff) return SPACE
    if (isPlainAscii(code)) return SAME
    if (/[\uD800-\uDBFF]/.test(character)) return HIGH
    if (this.#foldPoint(code) !== undefined) return REPLACED
    return /[\p{M}\u1160-\u11FF]/u.test(character) ? MARK : SAME
  }

  /** What a character is read as; undefined where it stays. */
  #foldPoint(point: number): string | undefined {
    if (isPlainAscii(point)) return undefined
    const known = this.#replacements.get(point)
    if (known !== undefined) return known
    const character = String.fromCodePoint(point)
    for (const table of this.#folding.tables) {
      const by = table(character)
      if (by === undefined) continue
      if (by === character) return undefined
      this.#replacements.set(point, by)
      return by
    }
    return undefined
  }
}

/** Small letters, code unit by code unit: of all letters, only U+0130 becomes longer in small. */
function inSmallLetters(text: string): string {
  const small = text.toLowerCase()
  return small.length === text.length ? small : text.replaceAll('\u0130', 'I').toLowerCase()
}

/** ASCII but its control characters. */
function isPlainAscii(code: number): boolean {
  return code >= 0x20 && code < 0x7f
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}
