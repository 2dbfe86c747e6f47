/** How a token is written. */
export const LOOK = {
  lower: 0,
  /** `Anna` */
  title: 1,
  /** `ANNA`, two letters and more. */
  upper: 2,
  /** `iPhone`, `McDonald` */
  mixed: 3,
  /** `A` */
  single: 4,
  number: 5,
  /** `4B`, `B2B` */
  withDigit: 6,
  punctuation: 7,
  /** A script without capital letters, or one that the model was not trained on. */
  otherScript: 8,
  lineBreak: 9,
} as const

/** The tokens of a text: words, single signs and line breaks, with offsets in UTF-16 code units. */
export interface Tokens {
  count: number
  starts: Int32Array
  ends: Int32Array
  looks: Uint8Array
  /** Hash of the word in small letters without accents. */
  words: Int32Array
}

/** Room for the tokens of a text. */
export function emptyTokens(room: number): Tokens {
  return {
    count: 0,
    starts: new Int32Array(room),
    ends: new Int32Array(room),
    looks: new Uint8Array(room),
    words: new Int32Array(room),
  }
}

const [NONE, SPACE, LINE, LOWER, UPPER, DIGIT, SIGN, OTHER] = [0, 1, 2, 3, 4, 5, 6, 7]

/** The kind and the folded form of every code unit below U+0250; above it few scripts have capital letters. */
const LATIN_END = 0x250
const KINDS = new Uint8Array(LATIN_END)
const FOLDED = new Uint16Array(LATIN_END)
for (let code = 0; code < LATIN_END; code += 1) {
  const char = String.fromCharCode(code)
  KINDS[code] = kindOf(char)
  FOLDED[code] = char.normalize('NFD').toLowerCase().charCodeAt(0)
}

function kindOf(char: string): number {
  if (char === '\n' || char === '\r') return LINE
  if (/[\s\p{Cc}]/u.test(char)) return SPACE
  if (/\p{Lu}|\p{Lt}/u.test(char)) return UPPER
  if (/\p{L}/u.test(char)) return LOWER
  return /\p{Nd}/u.test(char) ? DIGIT : SIGN
}

/** The kind of a code unit at or above U+0250. */
function kindBeyondLatin(code: number): number {
  if (code >= 0x300 && code <= 0x36f) return LOWER
  if (code >= 0x1e00 && code <= 0x1eff) return (code & 1) === 0 ? UPPER : LOWER
  if (code >= 0x2000 && code <= 0x200a) return SPACE
  if (code === 0x2028 || code === 0x2029) return LINE
  if (code >= 0x200b && code <= 0x200f) return NONE
  if (code >= 0x2010 && code <= 0x2bff) return SIGN
  if (code >= 0x3000 && code <= 0x303f) return SIGN
  return OTHER
}

function foldBeyondLatin(code: number): number {
  if (code >= 0x1e00 && code <= 0x1eff) return String.fromCharCode(code).normalize('NFD').toLowerCase().charCodeAt(0)
  return code
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < LATIN_END ? (KINDS[code] as number) : kindBeyondLatin(code)
}

/** The start of every hash (FNV-1a, 32 bits). */
export const HASH_START = 0x811c9dc5 | 0

/** The next state of a hash. */
export function hashStep(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}

/** The code unit in small letters and without its accent. */
export function foldedAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < LATIN_END ? (FOLDED[code] as number) : foldBeyondLatin(code)
}

/** The hash of a word in small letters without accents, as `Tokens.words` holds it. */
export function wordHash(word: string): number {
  let hash = HASH_START
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i)
    if (code >= 0x300 && code <= 0x36f) continue
    hash = hashStep(hash, foldedAt(word, i))
  }
  return hash
}

/** Whether the sign belongs to a word that goes on behind it: `O'Neill`, `Jean-Luc`. */
function joinsWord(code: number): boolean {
  return code === 0x27 || code === 0x2019 || code === 0x2d
}

/**
 * Cuts a part of a text into tokens, linear in its length. A genitive `'s` is a token of its own.
 *
 * @returns the given tokens, or larger ones where those had too little room.
 */
export function tokenize(text: string, from: number, to: number, room: Tokens): Tokens {
  let tokens = room
  tokens.count = 0
  let at = from
  while (at < to) {
    const kind = kindAt(text, at)
    if (kind === SPACE || kind === NONE) {
      at += 1
      continue
    }
    if (tokens.count === tokens.starts.length) tokens = enlarged(tokens)
    at = kind === LINE || kind === SIGN ? addSign(text, at, kind, tokens) : addWord(text, at, to, tokens)
  }
  return tokens
}

function enlarged(tokens: Tokens): Tokens {
  const larger = emptyTokens(tokens.starts.length * 2)
  larger.starts.set(tokens.starts)
  larger.ends.set(tokens.ends)
  larger.looks.set(tokens.looks)
  larger.words.set(tokens.words)
  larger.count = tokens.count
  return larger
}

function addSign(text: string, at: number, kind: number, tokens: Tokens): number {
  const isLine = kind === LINE
  const i = tokens.count
  // One break stands for several.
  if (isLine && i > 0 && tokens.looks[i - 1] === LOOK.lineBreak) {
    tokens.ends[i - 1] = at + 1
    return at + 1
  }
  tokens.starts[i] = at
  tokens.ends[i] = at + 1
  tokens.looks[i] = isLine ? LOOK.lineBreak : LOOK.punctuation
  tokens.words[i] = hashStep(HASH_START, isLine ? 10 : text.charCodeAt(at))
  tokens.count += 1
  return at + 1
}

function addWord(text: string, from: number, to: number, tokens: Tokens): number {
  let hash = HASH_START
  let [uppers, lowers, digits, others] = [0, 0, 0, 0]
  const startsUpper = kindAt(text, from) === UPPER
  let at = from
  for (; at < to; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < LATIN_END ? (KINDS[code] as number) : kindBeyondLatin(code)
    if (kind === LOWER) lowers += 1
    // The second capital of `Jean-Luc` and `O'Neill` is that of a name too.
    else if (kind === UPPER && at > from && joinsWord(text.charCodeAt(at - 1))) lowers += 1
    else if (kind === UPPER) uppers += 1
    else if (kind === DIGIT) digits += 1
    else if (kind === OTHER) others += 1
    else if (kind !== NONE && !(joinsWord(code) && goesOn(text, from, at, to))) break
    if (code < LATIN_END) hash = hashStep(hash, FOLDED[code] as number)
    else if (kind !== NONE && !(code >= 0x300 && code <= 0x36f)) hash = hashStep(hash, foldBeyondLatin(code))
  }
  const i = tokens.count
  tokens.starts[i] = from
  tokens.ends[i] = at
  tokens.looks[i] = lookOf(startsUpper, uppers, lowers, digits, others)
  tokens.words[i] = hash
  tokens.count += 1
  return at
}

/** Whether the word goes on behind a sign within it; `Anna's` ends before its apostrophe. */
function goesOn(text: string, from: number, at: number, to: number): boolean {
  if (at === from || at + 1 >= to) return false
  const next = kindAt(text, at + 1)
  if (next !== UPPER && next !== LOWER) return false
  const before = kindAt(text, at - 1)
  if (before !== UPPER && before !== LOWER) return false
  const code = text.charCodeAt(at)
  if (code === 0x2d) return true
  const isGenitive =
    foldedAt(text, at + 1) === 0x73 && (at + 2 >= to || kindAt(text, at + 2) > DIGIT || kindAt(text, at + 2) < LOWER)
  return !isGenitive
}

function lookOf(startsUpper: boolean, uppers: number, lowers: number, digits: number, others: number): number {
  if (others > 0) return LOOK.otherScript
  if (digits > 0) return uppers + lowers === 0 ? LOOK.number : LOOK.withDigit
  if (uppers === 0) return LOOK.lower
  if (uppers === 1 && lowers === 0) return LOOK.single
  if (lowers === 0) return LOOK.upper
  return startsUpper && uppers === 1 ? LOOK.title : LOOK.mixed
}
