import { type Lexicon, MAX_CLASS } from './lexicon.ts'
import { KIND, type Tokens } from './tokens.ts'

/** Each token brings no more features than this. */
const MAX_OF_TOKEN = 96
/** Longer words are read up to here. */
const MAX_WORD = 24
/** How far apart two words of the lexicon may stand to be read as a pair. */
const PAIR_REACH = 7
/** So many words of the lexicon are remembered behind. */
const RECENT = 6

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

/** One multiplication and a rotation: enough to spread letters over 32 bits. */
export function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e37_79b1)
  return mixed ^ (mixed >>> 15)
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
}

const gaps = new Int32Array(RECENT)
const recentClasses = new Int32Array(RECENT)

/**
 * Writes the hashed features of every token: words alone, in twos and threes and over gaps, pieces of three to five
 * letters, signs, and pairs of classes of the lexicon. What stands together within a window is a feature of its last
 * token, so that a sum over a stretch of tokens is the sum of what stands in it. Linear.
 */
export function writeFeatures(text: string, tokens: Tokens, lexicon: Lexicon, room: Features): Features {
  const features = tokens.count < room.starts.length ? room : emptyFeatures(tokens.count * 2)
  const { hashes, starts, classes } = features
  const { count, kinds } = tokens
  let at = 0
  let [one, two, three, sign] = [0, 0, 0, 0]
  let recent = 0
  let shape = 0
  for (let i = 0; i < count; i += 1) {
    starts[i] = at
    classes[i] = 0
    const kind = kinds[i] as number
    const start = tokens.starts[i] as number
    const end = tokens.ends[i] as number
    // Kinds of the last four tokens, and where no space parts them: noise and code look like no prose.
    shape = ((shape << 4) | kind | (i > 0 && tokens.ends[i - 1] === start ? 8 : 0)) & 0xffff
    hashes[at] = mix(SEED.shape, shape)
    at += 1
    if (kind === KIND.sign) {
      const code = mix(text.charCodeAt(start), Math.min(3, end - start))
      hashes[at] = mix(SEED.signs, code)
      hashes[at + 1] = mix(mix(SEED.signs, sign), code)
      // What stands on both sides without a gap tells code and noise from prose.
      hashes[at + 2] = mix(mix(SEED.around, code), neighbours(tokens, i))
      at += 3
      sign = code
      continue
    }
    let word: number
    if (kind === KIND.number) {
      word = mix(0x30, Math.min(5, end - start))
    } else if (kind === KIND.ideograph) {
      word = mix(0x7a, text.charCodeAt(start))
    } else {
      word = 0x51
      const last = Math.min(end, start + MAX_WORD)
      for (let place = start; place < last; place += 1) word = mix(word, text.charCodeAt(place))
      at = writePieces(text, start, last, hashes, at)
    }
    hashes[at] = mix(SEED.word, word)
    hashes[at + 1] = mix(mix(SEED.two, one), word)
    hashes[at + 2] = mix(mix(mix(SEED.three, two), one), word)
    hashes[at + 3] = mix(mix(SEED.skipOne, two), word)
    hashes[at + 4] = mix(mix(SEED.skipTwo, three), word)
    at += 5
    three = two
    two = one
    one = word
    if (kind === KIND.number) continue
    const found = lexicon.classesOf(text, start, end, kind === KIND.ideograph)
    if (found === 0) continue
    classes[i] = found
    at = writeClasses(found, i, recent, hashes, at)
    gaps[recent % RECENT] = i
    recentClasses[recent % RECENT] = found
    recent += 1
  }
  starts[count] = at
  return features
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
