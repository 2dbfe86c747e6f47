import { MAX_WORDS } from './matcher/compile-index.ts'
import { MAX_LETTERS } from './matcher/word-hash.ts'
import { WordScan } from './matcher/words.ts'

/** A shorter name is a letter of nearly every text. */
const MIN_LETTERS = 2

const scan = new WordScan()

/** What makes two names the same: their letters and digits as they are compared, written together. */
export function keyOfTerm(term: string): string {
  read(term)
  return String.fromCharCode(...scan.letters.subarray(0, lettersRead()))
}

/** Why a name cannot be found in texts; undefined where it can. */
export function faultOfTerm(term: string): string | undefined {
  if (term.length > MAX_LETTERS) return `is longer than ${MAX_LETTERS} characters`
  read(term)
  if (lettersRead() < MIN_LETTERS) return `has fewer than ${MIN_LETTERS} letters or digits`
  return scan.pieces.count > MAX_WORDS ? `has more than ${MAX_WORDS} words` : undefined
}

/** Compatibility forms are read as what they stand for (UAX #15, NFKC). */
function read(term: string): void {
  scan.read(term.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

function lettersRead(): number {
  return scan.runs.lettersTo[scan.runs.count - 1] ?? 0
}
