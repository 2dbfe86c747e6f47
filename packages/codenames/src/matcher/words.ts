import { ACCENT, CAPITAL, foldedLetter, HIGH, kindOf, kindOfPoint, OUTSIDE, SMALL } from './letters.ts'
import { withLetter } from './word-hash.ts'

/** Words of one text, side by side in arrays: a text has many, and each is looked at for a few nanoseconds. */
export class WordList {
  count = 0
  /** Where each word begins and ends in the text, in UTF-16 code units. */
  starts = new Int32Array(256)
  ends = new Int32Array(256)
  hashes = new Int32Array(256)
  /** Where its letters begin and end among the letters of the text. */
  lettersFrom = new Int32Array(256)
  lettersTo = new Int32Array(256)

  add(start: number, end: number, hash: number, lettersFrom: number, lettersTo: number): void {
    const at = this.count
    if (at === this.starts.length) this.#grow()
    this.starts[at] = start
    this.ends[at] = end
    this.hashes[at] = hash
    this.lettersFrom[at] = lettersFrom
    this.lettersTo[at] = lettersTo
    this.count = at + 1
  }

  #grow(): void {
    this.starts = doubled(this.starts)
    this.ends = doubled(this.ends)
    this.hashes = doubled(this.hashes)
    this.lettersFrom = doubled(this.lettersFrom)
    this.lettersTo = doubled(this.lettersTo)
  }
}

/**
 * Splits texts into words: runs of letters and digits, and the pieces into which `camelCase`, `HTTPServer` and `x42`
 * split a run. It keeps its arrays from text to text, so what it found holds until the next text.
 */
export class WordScan {
  readonly runs = new WordList()
  readonly pieces = new WordList()
  /** All letters of all words as they are compared: small, without accents. */
  letters = new Uint16Array(1_024)
  /** Whether a run has more than one piece. */
  hasCompounds = false
  #letterCount = 0
  // The run and the piece that are open: where they and their letters begin, and their hashes so far.
  #runStart = -1
  #runLetters = 0
  #runHash = 0
  #pieceStart = 0
  #pieceLetters = 0
  #pieceHash = 0
  /** The hash of the piece without its last letter, and where that stands: it may begin the next piece. */
  #hashBefore = 0
  #lastStart = 0
  #lastKind = OUTSIDE

  /** Reads a text. Linear. */
  read(text: string): void {
    this.runs.count = 0
    this.pieces.count = 0
    this.hasCompounds = false
    this.#letterCount = 0
    this.#runStart = -1
    if (this.letters.length < text.length) this.letters = new Uint16Array(2 * text.length)
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      const kind = kindOf(code)
      if (kind === OUTSIDE) {
        if (this.#runStart >= 0) this.#endRun(at)
      } else if (kind === HIGH) {
        at = this.#readPoint(text, at)
      } else if (kind !== ACCENT) {
        this.#addLetter(kind, at, foldedLetter(code))
      }
    }
    if (this.#runStart >= 0) this.#endRun(text.length)
  }

  /** Reads a code point above U+FFFF, of which both halves are letters; gives the place of its last half. */
  #readPoint(text: string, at: number): number {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const kind = character.length === 2 ? kindOfPoint(character) : OUTSIDE
    if (kind === OUTSIDE) {
      if (this.#runStart >= 0) this.#endRun(at)
      return at + character.length - 1
    }
    const small = character.toLowerCase()
    this.#addLetter(kind, at, small.charCodeAt(0))
    this.#addLetter(kind === CAPITAL ? SMALL : kind, at + 1, small.charCodeAt(1))
    return at + 1
  }

  #addLetter(kind: number, at: number, letter: number): void {
    if (this.#runStart < 0) this.#startRun(at)
    else this.#splitBefore(kind, at)
    this.letters[this.#letterCount] = letter
    this.#letterCount += 1
    this.#hashBefore = this.#pieceHash
    this.#runHash = withLetter(this.#runHash, letter)
    this.#pieceHash = withLetter(this.#pieceHash, letter)
    this.#lastStart = at
    this.#lastKind = kind
  }

  #startRun(at: number): void {
    this.#runStart = at
    this.#runLetters = this.#letterCount
    this.#runHash = 0
    this.#startPiece(at, this.#letterCount, 0)
  }

  #startPiece(at: number, letters: number, hash: number): void {
    this.#pieceStart = at
    this.#pieceLetters = letters
    this.#pieceHash = hash
  }

  /** Ends the piece where the next letter begins another one. */
  #splitBefore(kind: number, at: number): void {
    const last = this.#lastKind
    if (kind === last) return
    if (kind === SMALL && last === CAPITAL) {
      // Of `HTTPServer`, the last capital belongs to the next piece.
      const letters = this.#letterCount - 1
      if (letters === this.#pieceLetters) return
      const capital = this.letters[letters] ?? 0
      this.pieces.add(this.#pieceStart, this.#lastStart, this.#hashBefore, this.#pieceLetters, letters)
      this.#startPiece(this.#lastStart, letters, withLetter(0, capital))
    } else {
      // A capital behind a small letter, or letters beside digits.
      this.pieces.add(this.#pieceStart, at, this.#pieceHash, this.#pieceLetters, this.#letterCount)
      this.#startPiece(at, this.#letterCount, 0)
    }
    this.hasCompounds = true
  }

  #endRun(end: number): void {
    this.runs.add(this.#runStart, end, this.#runHash, this.#runLetters, this.#letterCount)
    this.pieces.add(this.#pieceStart, end, this.#pieceHash, this.#pieceLetters, this.#letterCount)
    this.#runStart = -1
  }
}

/** A copy of an array with as much room again. */
function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length)
  larger.set(array)
  return larger
}
