import { letterOf, secondLetterOf } from './words/letters.ts'
import { ENDINGS, ENTRIES, EVERY_LANGUAGE, LANGUAGE_COUNT, WORDS } from './words/lexicon.ts'
import { NOUN } from './words/tags.ts'
import { findBent } from './words/verb-forms.ts'

/** What stands before a word, beside space. */
export const GAP = { space: 0, comma: 1, colon: 2, dash: 3, joined: 4 } as const

/** The most words of one sentence that are read at once; the text is read in windows of no more letters than that. */
const MAX_WORDS = 8_192 + 512
const MAX_WORD_LETTERS = 64

/** The words of one sentence. One for each thread: it is read to its end before the next is. */
export class Words {
  count = 0
  /** The number of the word in the lexicon; -1 for a word that it lacks. */
  readonly number = new Int32Array(MAX_WORDS)
  readonly verbs = new Int32Array(MAX_WORDS)
  /** Acts in a form that no order begins with: nouns of acts, "sending", "removed". */
  readonly acts = new Int32Array(MAX_WORDS)
  readonly nouns = new Int32Array(MAX_WORDS)
  readonly functions = new Int32Array(MAX_WORDS)
  readonly gap = new Uint8Array(MAX_WORDS)
  readonly isCapital = new Uint8Array(MAX_WORDS)
  /** What an opening phrase that begins with it has: bits of `OPENS`. */
  readonly opens = new Uint8Array(MAX_WORDS)
  /** Its last unit, a letter of ASCII as a small one: the infinitives of German end with `n`. */
  readonly last = new Uint16Array(MAX_WORDS)
  /** Whether it is a verb with its pronoun behind it in one word: "págale". */
  readonly isClitic = new Uint8Array(MAX_WORDS)
  /** Whether it is a known verb in a form that no order begins with: "sending", "attached". */
  readonly isBent = new Uint8Array(MAX_WORDS)
  /** Where the word begins in the sentence. */
  readonly start = new Int32Array(MAX_WORDS)
  /** Whether it ends as sentences do, which headlines do not. */
  isSentence = false
  /** The languages that the sentence may be in. */
  languages = 0
  readonly #letters = new Uint8Array(MAX_WORD_LETTERS)

  /** Reads a sentence. Linear. */
  read(sentence: string): void {
    this.count = 0
    this.isSentence = /[.!?]\s*$/.test(sentence)
    let at = 0
    let gap: number = GAP.space
    let isAmount = false
    while (at < sentence.length && this.count < MAX_WORDS) {
      const unit = sentence.charCodeAt(at)
      if (isWordUnit(unit)) {
        at = this.#readWord(sentence, at, gap, isAmount)
        gap = GAP.joined
        isAmount = false
        continue
      }
      if (isCurrency(unit)) {
        isAmount = true
        if (this.count > 0 && ((this.nouns[this.count - 1] ?? 0) & NOUN.number) !== 0) {
          this.nouns[this.count - 1] = (this.nouns[this.count - 1] ?? 0) | NOUN.amount
        }
      }
      // "terminate()", "fire_employee": what is called so is code.
      const isCall =
        unit === 95 || (unit === 40 && (sentence.charCodeAt(at + 1) === 41 || sentence.charCodeAt(at + 1) > 96))
      if (gap === GAP.joined && isCall) {
        this.nouns[this.count - 1] = (this.nouns[this.count - 1] ?? 0) | NOUN.code
      }
      gap = gapBehind(gap, unit)
      at += 1
    }
    this.#findLanguages()
    for (let word = 0; word < this.count; word += 1) this.#tag(word)
  }

  #readWord(sentence: string, from: number, gap: number, isAmount: boolean): number {
    const word = this.count
    this.count += 1
    const first = sentence.charCodeAt(from)
    this.start[word] = from
    this.gap[word] = gap
    this.isCapital[word] = isCapital(first) ? 1 : 0
    const isNumber = first >= 48 && first <= 57
    this.nouns[word] = isNumber ? NOUN.number | (isAmount ? NOUN.amount : 0) : 0
    let at = from
    let node = 0
    let isKnown = !isNumber
    let best = -1
    let length = 0
    let isIdentifier = false
    while (at < sentence.length) {
      const unit = sentence.charCodeAt(at)
      if (!isWordUnit(unit)) break
      if (at > from && unit >= 65 && unit <= 90 && isSmall(sentence.charCodeAt(at - 1)) && isSmall(first)) {
        isIdentifier = true
      }
      at += 1
      const letter = letterOf(unit)
      if (letter < 0) {
        isKnown = false
        continue
      }
      if (length < MAX_WORD_LETTERS) this.#letters[length] = letter
      length += 1
      if (!isKnown) continue
      node = WORDS.step(node, letter)
      const second = secondLetterOf(unit)
      if (second >= 0 && node !== 0) {
        node = WORDS.step(node, second)
        if (length < MAX_WORD_LETTERS) this.#letters[length] = second
        length += 1
      }
      if (node === 0) isKnown = false
      else if (WORDS.beginningAt(node) >= 0) best = WORDS.beginningAt(node)
    }
    if (isKnown && WORDS.wholeAt(node) >= 0) best = WORDS.wholeAt(node)
    // "revokeToken", but not "LinkedIn".
    if (isIdentifier) this.nouns[word] = (this.nouns[word] ?? 0) | NOUN.code
    this.last[word] = sentence.charCodeAt(at - 1) | 32
    this.isBent[word] = 0
    this.isClitic[word] = 0
    this.number[word] = best >= 0 || isNumber ? best : this.#byOtherForm(word, length)
    return at
  }

  #byOtherForm(word: number, length: number): number {
    const ending = this.#byEnding(length)
    if (ending >= 0 || length > MAX_WORD_LETTERS) return ending
    const found = findBent(this.#letters, length)
    this.isBent[word] = found?.isAct === true ? 1 : 0
    this.isClitic[word] = found?.isAct === false ? 1 : 0
    return found?.number ?? -1
  }

  /** Compounds are longer than their last part. */
  #byEnding(length: number): number {
    if (length < 6 || length > MAX_WORD_LETTERS) return -1
    let node = 0
    let best = -1
    for (let at = length - 1; at > 0; at -= 1) {
      node = ENDINGS.step(node, this.#letters[at] ?? 0)
      if (node === 0) break
      if (ENDINGS.beginningAt(node) >= 0) best = ENDINGS.beginningAt(node)
    }
    return best
  }

  /** The languages with the most words in the sentence, and those with nearly as many. */
  #findLanguages(): void {
    const counts = new Uint16Array(LANGUAGE_COUNT)
    for (let word = 0; word < this.count; word += 1) {
      const entry = ENTRIES[this.number[word] ?? -1]
      if (entry === undefined) continue
      for (const { language } of entry.senses) {
        const at = 31 - Math.clz32(language)
        counts[at] = (counts[at] ?? 0) + 1
      }
    }
    counts[0] = 0
    let most = 0
    for (const count of counts) most = Math.max(most, count)
    this.languages = EVERY_LANGUAGE
    for (const [at, count] of counts.entries()) {
      if (count > 0 && count >= 0.85 * most) this.languages |= 1 << at
    }
  }

  #tag(word: number): void {
    const entry = ENTRIES[this.number[word] ?? -1]
    let verbs = 0
    let acts = 0
    let nouns = this.nouns[word] ?? 0
    let functions = 0
    let opens = 0
    if (entry !== undefined) {
      for (const sense of entry.senses) {
        if ((sense.language & this.languages) === 0) continue
        verbs |= sense.verbs
        acts |= sense.acts
        nouns |= sense.nouns
        functions |= sense.functions
        opens |= sense.opens
      }
    }
    if (this.isBent[word] === 1) {
      acts |= verbs
      verbs = 0
      nouns = this.nouns[word] ?? 0
      functions = 0
    }
    if (this.isCapital[word] === 1 && word > 0 && verbs === 0 && nouns === 0 && functions === 0) nouns = NOUN.name
    this.verbs[word] = verbs
    this.acts[word] = acts
    this.nouns[word] = nouns
    this.functions[word] = functions
    this.opens[word] = opens
  }
}

function isWordUnit(unit: number): boolean {
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)
  return unit >= 0xc0 && unit !== 0xd7 && unit !== 0xf7 && !(unit >= 0x2000 && unit <= 0x2bff)
}

function isSmall(unit: number): boolean {
  return unit >= 97 && unit <= 122
}

function isCapital(unit: number): boolean {
  if (unit < 128) return unit >= 65 && unit <= 90
  const letter = String.fromCharCode(unit)
  return letter !== letter.toLowerCase()
}

/** The dollar, the signs from cent to yen, and the block of currencies. */
function isCurrency(unit: number): boolean {
  return unit === 36 || (unit >= 0xa2 && unit <= 0xa5) || (unit >= 0x20a0 && unit <= 0x20cf)
}

/** The strongest sign between two words. */
function gapBehind(gap: number, unit: number): number {
  // "file 2093 -> approve" has an arrow.
  if (unit === 58 || unit === 62 || unit === 0x2192) return GAP.colon
  if (gap === GAP.colon) return gap
  if (unit === 44) return GAP.comma
  if (unit === 0x2013 || unit === 0x2014 || unit === 59 || unit === 40) return GAP.dash
  if (gap === GAP.joined && (unit === 32 || unit === 10 || unit === 9 || unit === 0xa0)) return GAP.space
  return gap
}
