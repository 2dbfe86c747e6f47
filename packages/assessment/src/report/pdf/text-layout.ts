/// <reference path="./bidi-js.d.ts" />
import createBidi from 'bidi-js'
import { isRightToLeft } from '../readable-text.ts'
import type { FontFaces, Look } from './font-faces.ts'

/** Text of one font and one direction. */
interface Piece {
  readonly text: string
  readonly face: string
  readonly width: number
}

/** Pieces from left to right. */
export interface TextLine {
  readonly pieces: readonly Piece[]
  readonly width: number
}

interface LineOptions {
  readonly look: Look
  /** Points. */
  readonly size: number
  readonly width: number
  /** What goes beyond is left out, and said so by `...`. */
  readonly maxLines?: number
}

/** What a reader takes for one character, with the font that shows it and its level of direction. */
interface Grapheme {
  readonly text: string
  readonly face: string
  readonly level: number
}

const bidi = createBidi()
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Characters that fonts have without showing anything. */
const UNSEEN = /^\p{C}$/u
const PLAIN = /^[\x20-\x7e]*$/
/** Behind these a line may end; behind those of the second set only in code, which has few spaces. */
const BREAKS = new Set(' /')
const CODE_BREAKS = new Set(' /.,;:_-()[]{}=&|')
const ELLIPSIS = '...'

/** Breaks texts into lines. A character that no font has is written by its number, as `\u{540d}`. */
export class TextLayout {
  readonly #faces: FontFaces
  readonly #measure: (text: string, face: string, size: number) => number

  constructor(faces: FontFaces, measure: (text: string, face: string, size: number) => number) {
    this.#faces = faces
    this.#measure = measure
  }

  /** The lines of a text; none is wider than asked, but for a single grapheme. */
  lines(text: string, options: LineOptions): TextLine[] {
    const { look, size, maxLines = Number.POSITIVE_INFINITY } = options
    const all = this.#broken(this.#graphemes(text, look), options)
    if (all.length <= maxLines) return all.map((line) => this.#composed(line, size))
    const last = [...(all[maxLines - 1] ?? []).slice(0, -ELLIPSIS.length), ...this.#graphemes(ELLIPSIS, look)]
    return [...all.slice(0, maxLines - 1), last].map((line) => this.#composed(line, size))
  }

  #graphemes(text: string, look: Look): Grapheme[] {
    const shown = graphemesOf(text.normalize('NFC')).flatMap((grapheme) => this.#shown(grapheme, look))
    const levels = levelsOf(
      shown.map(({ text: one }) => one),
      look,
    )
    return shown.map((one, index) => ({ ...one, level: levels[index] ?? 0 }))
  }

  #shown(grapheme: string, look: Look): Omit<Grapheme, 'level'>[] {
    const face = UNSEEN.test(grapheme) ? undefined : this.#faces.faceOf(look, grapheme)
    if (face !== undefined) return [{ text: grapheme, face }]
    const characters = Array.from(grapheme)
    if (characters.length > 1) return characters.flatMap((one) => this.#shown(one, look))
    const number = `\\u{${(grapheme.codePointAt(0) ?? 0).toString(16)}}`
    return [{ text: number, face: this.#faces.faceOf(look, 'u') ?? '' }]
  }

  #broken(graphemes: readonly Grapheme[], { look, size, width }: LineOptions): Grapheme[][] {
    const lines: Grapheme[][] = []
    let line: Grapheme[] = []
    let used = 0
    for (const word of wordsOf(graphemes, look === 'code' ? CODE_BREAKS : BREAKS)) {
      if (line.length > 0 && used + this.#widthOf(withoutEndSpace(word), size) > width) {
        lines.push(line)
        line = []
        used = 0
      }
      for (const part of this.#cut(word, size, width)) {
        if (line.length > 0 && used + this.#widthOf(withoutEndSpace(part), size) > width) {
          lines.push(line)
          line = []
          used = 0
        }
        line.push(...part)
        used += this.#widthOf(part, size)
      }
    }
    if (line.length > 0) lines.push(line)
    return lines
  }

  /** A word in parts that are no wider than a line. */
  #cut(word: readonly Grapheme[], size: number, width: number): (readonly Grapheme[])[] {
    if (this.#widthOf(withoutEndSpace(word), size) <= width) return [word]
    const parts: Grapheme[][] = []
    let part: Grapheme[] = []
    let used = 0
    for (const grapheme of word) {
      const own = this.#measure(grapheme.text, grapheme.face, size)
      if (part.length > 0 && used + own > width) {
        parts.push(part)
        part = []
        used = 0
      }
      part.push(grapheme)
      used += own
    }
    return [...parts, part]
  }

  #widthOf(graphemes: readonly Grapheme[], size: number): number {
    return runsOf(graphemes).reduce((sum, { text, face }) => sum + this.#measure(text, face, size), 0)
  }

  #composed(line: readonly Grapheme[], size: number): TextLine {
    const shown = withoutEndSpace(line)
    const pieces = inVisualOrder(runsOf(shown)).map((run) => this.#piece(run, size))
    // The space at which a line was broken takes no room, but readers of the structure need it between two words.
    const space = runsOf(line.slice(shown.length)).map((run) => this.#piece(run, size))
    return { pieces: [...pieces, ...space], width: pieces.reduce((sum, { width }) => sum + width, 0) }
  }

  #piece({ text, face }: Run, size: number): Piece {
    return { text, face, width: this.#measure(text, face, size) }
  }
}

function graphemesOf(text: string): string[] {
  return PLAIN.test(text) ? Array.from(text) : Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/**
 * The level of direction of each grapheme in a text from left to right (UAX #9). Each name of a path is a text of its
 * own, and so is each fact beside others, or what is written from right to left would change places with the next one.
 */
function levelsOf(graphemes: readonly string[], look: Look): readonly number[] {
  if (!graphemes.some((one) => isRightToLeft(one))) return []
  const levels: number[] = []
  let start = 0
  for (const [index, one] of graphemes.entries()) {
    const isEnd = index === graphemes.length - 1
    if (!isEnd && one !== (look === 'code' ? '/' : '|')) continue
    const part = graphemes.slice(start, index + 1)
    const found = bidi.getEmbeddingLevels(part.join(''), 'ltr').levels
    let at = 0
    for (const grapheme of part) {
      levels.push(found[at] ?? 0)
      at += grapheme.length
    }
    start = index + 1
  }
  return levels
}

const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

function wordsOf(graphemes: readonly Grapheme[], breaks: ReadonlySet<string>): Grapheme[][] {
  const words: Grapheme[][] = []
  let word: Grapheme[] = []
  for (const [index, grapheme] of graphemes.entries()) {
    word.push(grapheme)
    const next = graphemes[index + 1]
    const isEnd = next === undefined || (breaks.has(grapheme.text) && !breaks.has(next.text))
    if (isEnd || IDEOGRAPH.test(grapheme.text)) {
      words.push(word)
      word = []
    }
  }
  return words
}

function withoutEndSpace<Line extends readonly Grapheme[]>(line: Line): Grapheme[] {
  return line.slice(0, line.findLastIndex(({ text }) => text !== ' ') + 1)
}

interface Run {
  text: string
  readonly face: string
  readonly level: number
}

function runsOf(graphemes: readonly Grapheme[]): Run[] {
  const runs: Run[] = []
  for (const { text, face, level } of graphemes) {
    const last = runs.at(-1)
    if (last?.face === face && last.level === level) last.text += text
    else runs.push({ text, face, level })
  }
  return runs
}

/** Rules L2 and L4 of UAX #9. The font's shaper turns letters that are written from right to left. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = runs.map((run) => (run.level % 2 === 1 && !isRightToLeft(run.text) ? mirrored(run) : run))
  const highest = Math.max(0, ...ordered.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

function mirrored({ text, ...run }: Run): Run {
  const characters = Array.from(text, (one) => bidi.getMirroredCharacter(one) ?? one)
  return { ...run, text: characters.reverse().join('') }
}
