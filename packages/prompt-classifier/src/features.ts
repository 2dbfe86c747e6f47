import { hashOfWord, mix } from './hash-word.ts'
import { type Lexicon, MAX_CLASS } from './lexicon.ts'
import { isFunctionWord, SYMBOL_BITS, symbolOf } from './sentence-signs.ts'
import { KIND, type Tokens } from './tokens.ts'

/** Each token brings no more features than this. */
const MAX_OF_TOKEN = 96
/** Longer words are read up to here. */
const MAX_WORD = 24
/** How far apart two words of the lexicon may stand to be read as a pair. */
const PAIR_REACH = 7
/** Of the signs, these begin no sentence. */
const [COMMA, APOSTROPHE] = [0x2c, 0x27]
/** So many words of the lexicon are remembered behind. */
const RECENT = 6
/** The symbols of four tokens in a row, and of six. */
const ORDER_MASK = (1 << (4 * SYMBOL_BITS)) - 1
const LONG_ORDER_MASK = (1 << (6 * SYMBOL_BITS)) - 1
/** Tokens that no space parts: a run begins with so many, counted from 0, and is told apart up to so many. */
const [LEAST_RUN, MOST_RUN] = [2, 15]

/** The features of a text, token by token. The room is used again for the next one. */
export interface Features {
  /** Hashes of 32 bits. */
  hashes: Int32Array
  /** Where the features of each token begin; one more than there are tokens. */
  starts: Int32Array
  /** The classes of each token by the lexicon, a bit each. */
  classes: Int32Array
}

/** Room that grows. */
export function emptyFeatures(tokens: number): Features {
  return {
    hashes: new Int32Array(tokens * MAX_OF_TOKEN),
    starts: new Int32Array(tokens + 1),
    classes: new Int32Array(tokens),
  }
}

const SEED = {
  word: 1,
  two: 2,
  three: 3,
  skipOne: 4,
  skipTwo: 5,
  pieces: 6,
  signs: 7,
  pair: 8,
  single: 9,
  around: 10,
  shape: 11,
  begins: 12,
  classBegins: 13,
  threeClasses: 14,
  order: 15,
  longOrder: 16,
  run: 17,
  runPieces: 18,
}

const gaps = new Int32Array(RECENT)
const recentClasses = new Int32Array(RECENT)

/**
 * Writes the hashed features of every token: words alone, in twos and threes and over gaps, pieces of three to five
 * letters, signs, and classes of the lexicon alone and in twos. With `hasOrder` also which kinds of words and signs
 * stand in a row, what no space parts, the first word of a sentence, and classes in threes. What stands together within
 * a window is a feature of its last token, so that a sum over a stretch of tokens is the sum of what stands in it.
 * Linear.
 */
export function writeFeatures(
  text: string,
  tokens: Tokens,
  lexicon: Lexicon,
  room: Features,
  hasOrder: boolean,
): Features {
  const features = tokens.count < room.starts.length ? room : emptyFeatures(tokens.count * 2)
  const { hashes, starts, classes } = features
  const { count, kinds } = tokens
  let at = 0
  let [one, two, three, sign] = [0, 0, 0, 0]
  let [recent, shape, order] = [0, 0, 0]
  let isFirst = hasOrder
  let [run, pieces] = [0, 0]
  for (let i = 0; i < count; i += 1) {
    starts[i] = at
    classes[i] = 0
    const kind = kinds[i] as number
    const start = tokens.starts[i] as number
    const end = tokens.ends[i] as number
    const isGlued = i > 0 && tokens.ends[i - 1] === start
    // Kinds of the last four tokens, and where no space parts them: noise and code look like no prose.
    shape = ((shape << 4) | kind | (isGlued ? 8 : 0)) & 0xffff
    hashes[at] = mix(SEED.shape, shape)
    at += 1
    if (hasOrder) {
      const piece = (kind << 2) | Math.min(3, (end - start) >> 1)
      run = isGlued ? Math.min(run + 1, MOST_RUN) : 0
      pieces = isGlued ? (pieces << 4) | piece : piece
      if (run >= LEAST_RUN) at = writeRun(run, piece, pieces, hashes, at)
    }
    if (kind === KIND.sign) {
      const character = text.charCodeAt(start)
      const code = mix(character, Math.min(3, end - start))
      at = writeSign(code, sign, neighbours(tokens, i), hashes, at)
      sign = code
      order = (order << SYMBOL_BITS) | symbolOf(kind, end - start, isGlued, false)
      if (hasOrder) at = writeOrder(order, hashes, at)
      isFirst ||= hasOrder && character !== COMMA && character !== APOSTROPHE
      continue
    }
    const last = Math.min(end, start + MAX_WORD)
    const word = codeOf(text, kind, start, end)
    if (kind === KIND.word) at = writePieces(text, start, last, hashes, at)
    at = writeWord(word, one, two, three, hashes, at)
    order = (order << SYMBOL_BITS) | symbolOf(kind, end - start, isGlued, isFunctionWord(word))
    if (hasOrder) at = writeOrder(order, hashes, at)
    // An order begins its sentence; who tells of one has words before it.
    if (isFirst) {
      hashes[at] = mix(SEED.begins, word)
      at += 1
    }
    three = two
    two = one
    one = word
    const found = kind === KIND.number ? 0 : lexicon.classesOf(text, start, end, kind === KIND.ideograph)
    if (found !== 0) {
      classes[i] = found
      if (isFirst) {
        hashes[at] = mix(SEED.classBegins, lastClass(found))
        at += 1
      }
      at = writeClasses(found, i, recent, hashes, at)
      if (hasOrder) at = writeThreeClasses(found, i, recent, hashes, at)
      gaps[recent % RECENT] = i
      recentClasses[recent % RECENT] = found
      recent += 1
    }
    isFirst = false
  }
  starts[count] = at
  return features
}

/** A number counts by its length, an ideograph by itself. */
function codeOf(text: string, kind: number, start: number, end: number): number {
  if (kind === KIND.number) return mix(0x30, Math.min(5, end - start))
  if (kind === KIND.ideograph) return mix(0x7a, text.charCodeAt(start))
  return hashOfWord(text, start, Math.min(end, start + MAX_WORD))
}

function writeSign(code: number, before: number, around: number, hashes: Int32Array, at: number): number {
  hashes[at] = mix(SEED.signs, code)
  hashes[at + 1] = mix(mix(SEED.signs, before), code)
  // What stands on both sides without a gap tells code and noise from prose.
  hashes[at + 2] = mix(mix(SEED.around, code), around)
  return at + 3
}

/** A word alone, and behind the three before it. */
function writeWord(word: number, one: number, two: number, three: number, hashes: Int32Array, at: number): number {
  hashes[at] = mix(SEED.word, word)
  hashes[at + 1] = mix(mix(SEED.two, one), word)
  hashes[at + 2] = mix(mix(mix(SEED.three, two), one), word)
  hashes[at + 3] = mix(mix(SEED.skipOne, two), word)
  hashes[at + 4] = mix(mix(SEED.skipTwo, three), word)
  return at + 5
}

/** Pieces of three, four and five letters, with the ends of the word. */
function writePieces(text: string, start: number, end: number, hashes: Int32Array, from: number): number {
  let at = from
  let [a, b, c, d] = [0, 0, 0, 0x5e]
  for (let place = start; place <= end; place += 1) {
    const e = place === end ? 0x24 : text.charCodeAt(place)
    if (c !== 0) {
      const three = mix(mix(mix(SEED.pieces, c), d), e)
      hashes[at] = three
      at += 1
      if (b !== 0) {
        const four = mix(mix(three, 4), b)
        hashes[at] = four
        at += 1
        if (a !== 0 && at - from < 40) {
          hashes[at] = mix(mix(four, 5), a)
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

/** Which kinds stand before and behind a sign without white space. */
function neighbours(tokens: Tokens, i: number): number {
  const before = i > 0 && tokens.ends[i - 1] === tokens.starts[i] ? (tokens.kinds[i - 1] as number) : 0
  const behind = i + 1 < tokens.count && tokens.starts[i + 1] === tokens.ends[i] ? (tokens.kinds[i + 1] as number) : 0
  return before * 8 + behind
}

/** Which kinds of words and signs stand in a row: what no grammar has put together looks like no sentence. */
function writeOrder(order: number, hashes: Int32Array, at: number): number {
  hashes[at] = mix(SEED.order, order & ORDER_MASK)
  hashes[at + 1] = mix(SEED.longOrder, order & LONG_ORDER_MASK)
  return at + 2
}

/** How long a run without a space is, and the kinds and lengths of its last pieces: noise has many short ones. */
function writeRun(run: number, piece: number, pieces: number, hashes: Int32Array, at: number): number {
  hashes[at] = mix(mix(SEED.run, run >> 1), piece)
  hashes[at + 1] = mix(SEED.runPieces, pieces & 0xffff)
  return at + 2
}

/** The last of the classes that a word has. */
function lastClass(found: number): number {
  return 31 - Math.clz32(found)
}

function writeClasses(found: number, i: number, recent: number, hashes: Int32Array, from: number): number {
  let at = from
  for (let one = 0; one < MAX_CLASS; one += 1) {
    if ((found & (1 << one)) === 0) continue
    hashes[at] = mix(SEED.single, one)
    at += 1
    for (let back = recent - 1; back >= 0 && back >= recent - 4; back -= 1) {
      const gap = i - (gaps[back % RECENT] as number)
      if (gap > PAIR_REACH * 2) break
      const near = gap <= PAIR_REACH ? 1 : 0
      const others = recentClasses[back % RECENT] as number
      for (let other = 0; other < MAX_CLASS; other += 1) {
        if ((others & (1 << other)) === 0 || at - from >= 12) continue
        hashes[at] = mix(mix(mix(SEED.pair, one), other), near)
        at += 1
      }
    }
  }
  return at
}

function writeThreeClasses(found: number, i: number, recent: number, hashes: Int32Array, at: number): number {
  if (recent < 2 || i - (gaps[(recent - 2) % RECENT] as number) > PAIR_REACH * 2) return at
  const before = lastClass(recentClasses[(recent - 1) % RECENT] as number)
  const first = lastClass(recentClasses[(recent - 2) % RECENT] as number)
  hashes[at] = mix(mix(mix(SEED.threeClasses, lastClass(found)), before), first)
  return at + 1
}
