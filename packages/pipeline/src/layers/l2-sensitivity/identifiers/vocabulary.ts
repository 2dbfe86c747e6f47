/** Where a phrase of the vocabulary stands, in code units, and whose it is. */
export interface Hit<Owner> {
  /** Where its first word begins. */
  readonly from: number
  /** Where its last word begins. */
  readonly start: number
  readonly end: number
  readonly owners: readonly Owner[]
}

/** Where a number or code may begin: a run of letters and digits with a digit in it, or right before one. */
export interface Candidate {
  readonly start: number
  /** Of the run of letters and digits. */
  readonly length: number
}

/** What one look at every character of a text has found. */
interface Scan<Owner> {
  readonly hits: readonly Hit<Owner>[]
  readonly candidates: readonly Candidate[]
  /** Where runs of letters, digits, `-`, `_` and `.` begin that hold a long word. */
  readonly chunks: readonly number[]
  /** Where `://` stands. */
  readonly urls: readonly number[]
}

interface Phrase<Owner> {
  /** The hashes of its words, the last one first. */
  readonly words: readonly number[]
  readonly owners: Owner[]
}

const OTHER = 0
const DIGIT = 1
const LOWER = 2
const UPPER = 3
/** A character of a script without spaces between words: a word of its own. */
const SINGLE = 4

const UNKNOWN = 255
/** The kind of each code unit, once it has been asked for. */
const KINDS = new Uint8Array(65_536).fill(UNKNOWN)

/** A phrase has at most so many words. */
const RING = 16
/** A power of two, some times the number of last words, so that few other words need a look. */
const MAY_BE = 16_384
/** FNV-1a, 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
const SEED = 0x811c9dc5
const PRIME = 0x01000193

/** A run of letters and digits of this length is no word of a language. */
const LONG_WORD = 16
/** Letters before the digits of a number, as in `QQ 12 34 56 C`. */
const SHORT_WORD = 4

/**
 * Phrases, found in one look at a text whatever their number. Letter case and signs between the words do not count;
 * `nationalId` and `NATIONAL_ID` are two words.
 */
export class Vocabulary<Owner> {
  readonly #byLastWord = new Map<number, Phrase<Owner>[]>()
  /** The hashes of the last words, and where they begin: made once, because no look waits for anything. */
  readonly #ring = new Int32Array(RING)
  readonly #starts = new Int32Array(RING)
  /** Most words of a text are none of these: one look tells. */
  readonly #mayBe = new Uint8Array(MAY_BE)

  /** Throws for a phrase without a word, and for one of more than 16 words. */
  add(phrase: string, owner: Owner): void {
    const words = wordsOf(phrase)
    if (words.length === 0 || words.length > RING) throw new RangeError('A phrase has 1 to 16 words.')
    words.reverse()
    const [last = 0] = words
    const sameEnd = this.#byLastWord.get(last) ?? []
    const known = sameEnd.find((other) => other.words.join() === words.join())
    if (known === undefined) this.#byLastWord.set(last, [...sameEnd, { words, owners: [owner] }].toSorted(shorterFirst))
    else known.owners.push(owner)
    this.#mayBe[last & (MAY_BE - 1)] = 1
  }

  /** Linear. One loop, because it runs over every character of every request. It parts words as `wordsOf` does. */
  scan(text: string): Scan<Owner> {
    const hits: Hit<Owner>[] = []
    const candidates: Candidate[] = []
    const chunks: number[] = []
    const urls: number[] = []
    const [ring, starts] = [this.#ring, this.#starts]
    let [words, hash, wordStart, runStart, chunkStart, digits, glued, last] = [0, 0, -1, -1, 0, 0, -1, OTHER]
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 0
      const kind = kindAt(code)
      if (wordStart >= 0 && (kind < LOWER || kind === SINGLE || (kind === UPPER && last === LOWER))) {
        starts[words & (RING - 1)] = wordStart
        ring[words++ & (RING - 1)] = hash
        if (
          this.#mayBe[hash & (MAY_BE - 1)] === 1 &&
          this.#hit(ring, starts, words, wordStart, at, hits) &&
          kind === DIGIT
        )
          glued = at
        wordStart = -1
      }
      if (kind === OTHER || kind === SINGLE) {
        if (runStart >= 0) {
          const length = at - runStart
          if (digits > 0 || (length <= SHORT_WORD && isBeforeDigit(text, at, length)))
            candidates.push({ start: runStart, length })
          if (glued >= 0) candidates.push({ start: glued, length: at - glued })
          if (length >= LONG_WORD && chunks.at(-1) !== chunkStart) chunks.push(chunkStart)
          runStart = -1
        }
        if (kind === SINGLE) {
          const single = Math.imul(SEED ^ code, PRIME)
          starts[words & (RING - 1)] = at
          ring[words++ & (RING - 1)] = single
          if (this.#mayBe[single & (MAY_BE - 1)] === 1) this.#hit(ring, starts, words, at, at + 1, hits)
        }
        // `-`, `.` and `_` go on with a chunk.
        if (code !== 0x2d && code !== 0x2e && code !== 0x5f) chunkStart = at + 1
        if (code === 0x3a && text.startsWith('//', at + 1)) urls.push(at)
      } else {
        if (runStart < 0) {
          runStart = at
          digits = 0
          glued = -1
        }
        if (kind === DIGIT) {
          digits += 1
        } else {
          if (wordStart < 0) {
            wordStart = at
            hash = SEED
          }
          hash = Math.imul(hash ^ (kind === UPPER ? lowerOf(code) : code), PRIME)
        }
      }
      last = kind
    }
    return { hits, candidates, chunks, urls }
  }

  #hit(ring: Int32Array, starts: Int32Array, words: number, start: number, end: number, hits: Hit<Owner>[]): boolean {
    const phrases = this.#byLastWord.get(ring[(words - 1) & (RING - 1)] ?? 0)
    if (phrases === undefined) return false
    let isHit = false
    for (const phrase of phrases) {
      const { length } = phrase.words
      if (length > words) continue
      let same = 1
      while (same < length && ring[(words - 1 - same) & (RING - 1)] === phrase.words[same]) same += 1
      if (same < length) continue
      hits.push({ from: starts[(words - length) & (RING - 1)] ?? start, start, end, owners: phrase.owners })
      isHit = true
    }
    return isHit
  }
}

/** The hashes of the words of a phrase, in their order. */
function wordsOf(phrase: string): number[] {
  const words: number[] = []
  let [hash, isInWord, last] = [0, false, OTHER]
  for (let at = 0; at <= phrase.length; at += 1) {
    const code = at < phrase.length ? phrase.charCodeAt(at) : 0
    const kind = kindAt(code)
    const isLetter = kind === LOWER || kind === UPPER
    if (isInWord && (!isLetter || (kind === UPPER && last === LOWER))) {
      words.push(hash)
      isInWord = false
    }
    if (kind === SINGLE) words.push(Math.imul(SEED ^ code, PRIME))
    if (isLetter) {
      hash = Math.imul((isInWord ? hash : SEED) ^ (kind === UPPER ? lowerOf(code) : code), PRIME)
      isInWord = true
    }
    last = kind
  }
  return words
}

/** The nearest to a value, that is the last one, is to be the longest. */
function shorterFirst(
  one: { readonly words: readonly number[] },
  other: { readonly words: readonly number[] },
): number {
  return one.words.length - other.words.length
}

/** Or before a colon or dash, as two letters of an address of hardware. */
function isBeforeDigit(text: string, at: number, length: number): boolean {
  const sign = text.charCodeAt(at)
  if (length === 2 && (sign === 0x3a || sign === 0x2d)) return true
  if (sign !== 0x20 && sign !== 0x2d) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0x30 && next <= 0x39
}

function lowerOf(code: number): number {
  return code < 128 ? code + 32 : String.fromCharCode(code).toLowerCase().charCodeAt(0)
}

function kindAt(code: number): number {
  const known = KINDS[code] ?? OTHER
  if (known !== UNKNOWN) return known
  const kind = kindOf(String.fromCharCode(code))
  KINDS[code] = kind
  return kind
}

function kindOf(character: string): number {
  if (character >= '0' && character <= '9') return DIGIT
  if (/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character))
    return SINGLE
  if (/\p{Lu}/u.test(character)) return UPPER
  return /[\p{L}\p{M}]/u.test(character) ? LOWER : OTHER
}
