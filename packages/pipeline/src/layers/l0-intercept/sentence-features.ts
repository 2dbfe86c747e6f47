import { mix } from '@sluice/prompt-classifier'
import type { Words } from './read-words.ts'
import { letterOf } from './words/letters.ts'

const SEED = { word: 1, two: 2, three: 3, skip: 4, pieces: 5, single: 6, pair: 7, first: 8, end: 9, gap: 10, rule: 11 }
/** What stands in earlier turns is another feature than the same in the newest. */
const BEFORE = 0x51ed_270b
/** Words of a sentence that are read, and the letters of a word. */
const MAX_WORDS = 160
const MAX_LETTERS = 20
/** Features of a word at most. */
const MAX_OF_WORD = 96
/** So many words back a class is paired with another. */
const PAIR_REACH = 6
const MAX_PAIRS = 36

/** Room for the features of one sentence, which is used again for the next. */
export const features = new Int32Array(MAX_WORDS * MAX_OF_WORD + 64)

/** The classes of each word of the sentence, as one number each, with room for the last few. */
const classes = new Int32Array(MAX_WORDS * 8)
const classEnds = new Int32Array(MAX_WORDS + 1)

/**
 * Writes the hashed features of a sentence whose words are read: words, their neighbours and pieces, what their classes
 * are, and which classes stand near each other, which is the same in every language. Gives their number. Linear.
 */
export function writeSentence(words: Words, sentence: string, rule: string, isBefore: boolean): number {
  const salt = isBefore ? BEFORE : 0
  const count = Math.min(words.count, MAX_WORDS)
  let at = 0
  let [one, two] = [0, 0]
  let classAt = 0
  for (let word = 0; word < count; word += 1) {
    const from = words.start[word] as number
    let hash: number
    if (((words.nouns[word] as number) & NUMBER) !== 0) {
      hash = mix(0x30, Math.min(6, lengthOf(sentence, from)))
    } else {
      hash = wordHash(sentence, from)
      at = writePieces(at)
    }
    features[at] = mix(SEED.word, hash)
    features[at + 1] = mix(mix(SEED.two, one), hash)
    features[at + 2] = mix(mix(mix(SEED.three, two), one), hash)
    features[at + 3] = mix(mix(SEED.skip, two), hash)
    at += 4
    const gap = words.gap[word] as number
    if (gap !== 0) {
      features[at] = mix(mix(SEED.gap, gap), hash)
      at += 1
    }
    if (word < 3) {
      features[at] = mix(mix(SEED.first, word), hash)
      at += 1
    }
    classEnds[word] = classAt
    classAt = classesOf(words, word, classAt)
    at = writeClasses(word, classAt, at)
    two = one
    one = hash
  }
  classEnds[count] = classAt
  features[at] = mix(mix(SEED.end, lastSign(sentence)), 0)
  features[at + 1] = mix(mix(SEED.end, lastSign(sentence)), Math.min(12, words.count))
  at += 2
  features[at] = SEED.rule
  for (let i = 0; i < rule.length; i += 1) features[at] = mix(features[at] as number, rule.charCodeAt(i))
  // A rule weighs more than a word.
  for (let copy = 1; copy < 5; copy += 1) features[at + copy] = mix(features[at] as number, copy)
  at += 5
  if (salt !== 0) for (let i = 0; i < at; i += 1) features[i] = (features[i] as number) ^ salt
  return at
}

const NUMBER = 1 << 28
const letters = new Int32Array(MAX_LETTERS)
let letterCount = 0

function lengthOf(sentence: string, from: number): number {
  let at = from
  while (at < sentence.length && sentence.charCodeAt(at) >= 48 && sentence.charCodeAt(at) <= 57) at += 1
  return at - from
}

function wordHash(sentence: string, from: number): number {
  letterCount = 0
  let hash = 0x51
  for (let at = from; at < sentence.length && letterCount < MAX_LETTERS; at += 1) {
    const unit = sentence.charCodeAt(at)
    let letter = letterOf(unit)
    if (letter < 0) {
      const isDigit = unit >= 48 && unit <= 57
      if (!isDigit && unit < 0x180) break
      if (!isDigit && !/[\p{L}\p{M}]/u.test(sentence.charAt(at))) break
      letter = isDigit ? 30 : 40 + (unit & 0xff)
    }
    letters[letterCount] = letter
    letterCount += 1
    hash = mix(hash, letter)
  }
  return hash
}

/** Pieces of three, four and five letters with the ends of the word. */
function writePieces(from: number): number {
  let at = from
  let [a, b, c, d] = [0, 0, 0, 0x5e]
  for (let place = 0; place <= letterCount; place += 1) {
    const e = place === letterCount ? 0x24 : (letters[place] as number) + 0x61
    if (c !== 0) {
      const three = mix(mix(mix(SEED.pieces, c), d), e)
      features[at] = three
      at += 1
      if (b !== 0) {
        const four = mix(mix(three, 4), b)
        features[at] = four
        at += 1
        if (a !== 0 && at - from < 40) {
          features[at] = mix(mix(four, 5), a)
          at += 1
        }
      }
    }
    a = b
    b = c
    c = d
    d = e
  }
  return at
}

function classesOf(words: Words, word: number, from: number): number {
  let at = from
  at = bitsOf(words.verbs[word] as number, 0, at, from)
  at = bitsOf(words.acts[word] as number, 32, at, from)
  at = bitsOf(words.nouns[word] as number, 64, at, from)
  return bitsOf(words.functions[word] as number, 96, at, from)
}

function bitsOf(mask: number, offset: number, from: number, begin: number): number {
  let at = from
  let rest = mask
  while (rest !== 0 && at - begin < 7) {
    const bit = 31 - Math.clz32(rest & -rest)
    classes[at] = offset + bit
    at += 1
    rest &= rest - 1
  }
  return at
}

function writeClasses(word: number, end: number, from: number): number {
  let at = from
  const begin = classEnds[word] as number
  const near = classEnds[Math.max(0, word - PAIR_REACH)] as number
  for (let place = begin; place < end; place += 1) {
    const single = mix(SEED.single, classes[place] as number)
    features[at] = single
    at += 1
    if (word === 0) {
      features[at] = mix(single, 1)
      at += 1
    }
    for (let other = begin - 1; other >= near && at - from < MAX_PAIRS; other -= 1) {
      features[at] = mix(mix(SEED.pair, classes[place] as number), classes[other] as number)
      at += 1
    }
  }
  return at
}

function lastSign(sentence: string): number {
  const last = sentence.charCodeAt(sentence.length - 1)
  return last === 63 || last === 33 || last === 46 || last === 58 || last === 34 ? last : 0
}
