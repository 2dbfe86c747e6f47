import { classOf, usualCaseOf, WORD_IS } from './lexicon.ts'
import { MARGIN, type Sentence } from './sentence.ts'
import { LOOK } from './tokens.ts'

/** How many features describe a token. */
export const FEATURES = 54

function hash1(kind: number, one: number): number {
  let hash = Math.imul(one ^ Math.imul(kind, 0x9e3779b1), 0x85ebca6b)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0xc2b2ae35)
  return hash ^ (hash >>> 13)
}

function hash2(kind: number, one: number, two: number): number {
  return hash1(kind, Math.imul(one, 0x01000193) ^ Math.imul(two, 0x27d4eb2f) ^ (two >>> 7))
}

function hash3(kind: number, one: number, two: number, three: number): number {
  return hash2(kind, Math.imul(one, 0x165667b1) ^ two, three)
}

/** The flags that stand together in one feature: who is called so, and what else is. */
const NAMES_AND_WORDS = (1 << 14) - 1
const KNOWN =
  WORD_IS.knownPerson | WORD_IS.knownPlace | WORD_IS.knownOrganization | WORD_IS.frequentGiven | WORD_IS.frequentSurname

/** Writes the hashes of the features of one token. */
export function writeFeatures(sentence: Sentence, i: number, out: Int32Array): void {
  const { words, looks, infos, suffixes3 } = sentence
  const at = i + MARGIN
  const w = words[at] as number
  const wP = words[at - 1] as number
  const wN = words[at + 1] as number
  const wP2 = words[at - 2] as number
  const wN2 = words[at + 2] as number
  const l = looks[at] as number
  const lP = looks[at - 1] as number
  const lN = looks[at + 1] as number
  const info = infos[at] as number
  const infoP = infos[at - 1] as number
  const infoN = infos[at + 1] as number
  const f = info & NAMES_AND_WORDS
  const fP = infoP & NAMES_AND_WORDS
  const fN = infoN & NAMES_AND_WORDS
  const first = i === 0 || lP === LOOK.lineBreak ? 1 : 0
  const style = (l << 4) | (sentence.writing << 1) | first
  out[0] = hash1(1, w)
  out[1] = hash2(2, w, style)
  out[2] = hash1(3, wP)
  out[3] = hash1(4, wN)
  out[4] = hash1(5, wP2)
  out[5] = hash1(6, wN2)
  out[6] = hash2(7, wP, style)
  out[7] = hash2(8, wN, style)
  out[8] = hash3(9, wP2, wP, l)
  out[9] = hash3(10, wN, wN2, l)
  out[10] = hash3(11, wP, wN, l)
  out[11] = hash2(12, sentence.prefixes[at] as number, l)
  out[12] = hash2(13, sentence.suffixes2[at] as number, l)
  out[13] = hash2(14, suffixes3[at] as number, l)
  out[14] = hash2(15, sentence.suffixes4[at] as number, l)
  out[15] = hash1(16, style)
  out[16] = hash3(17, lP, style, lN)
  out[17] = hash3(18, hash2(0, looks[at - 2] as number, lP), style, hash2(0, lN, looks[at + 2] as number))
  out[18] = hash2(19, f, style)
  out[19] = hash3(20, fP, f, l)
  out[20] = hash3(21, f, fN, l)
  out[21] = hash3(22, fP, f, fN)
  out[22] = hash3(23, wP, f, l)
  out[23] = hash3(24, wN, f, l)
  out[24] = hash3(25, hash2(0, f, fN), (infos[at + 2] as number) & NAMES_AND_WORDS, hash2(0, l, lN))
  out[25] = hash2(26, sentence.lengths[at] as number, style)
  out[26] = hash3(27, wP2, f, l)
  out[27] = hash3(28, wN2, f, l)
  out[28] = hash3(29, hash2(0, fP, lP), hash2(0, f, style), hash2(0, fN, lN))
  out[29] = hash2(30, w, wP)
  out[30] = hash2(31, w, wN)
  out[31] = hash3(32, suffixes3[at - 1] as number, l, lP)
  out[32] = hash3(33, suffixes3[at + 1] as number, l, lN)
  out[33] = hash3(34, words[at - 3] as number, wP2, l)
  writeClassFeatures(sentence, i, style, out)
}

/** Features of what words mean and of the words with capitals in a row. */
function writeClassFeatures(sentence: Sentence, i: number, style: number, out: Int32Array): void {
  const { words, looks, infos, groups } = sentence
  const at = i + MARGIN
  const l = looks[at] as number
  const lP = looks[at - 1] as number
  const lN = looks[at + 1] as number
  const info = infos[at] as number
  const infoP = infos[at - 1] as number
  const infoN = infos[at + 1] as number
  const cP = classOf(infoP)
  const cN = classOf(infoN)
  const g = groups[at] as number
  const gP = groups[at - 1] as number
  const gN = groups[at + 1] as number
  const k = (info & KNOWN) | usualCaseOf(info)
  out[34] = hash3(40, classOf(info), usualCaseOf(info), style)
  out[35] = hash3(41, cP, l, lP)
  out[36] = hash3(42, cN, l, lN)
  out[37] = hash3(43, classOf(infos[at - 2] as number), cP, hash2(0, l, lP))
  out[38] = hash3(44, cN, classOf(infos[at + 2] as number), hash2(0, l, lN))
  out[39] = hash3(45, cP, g, hash2(0, l, lP))
  out[40] = hash3(46, cN, g, hash2(0, l, lN))
  out[41] = hash3(47, k, g, style)
  out[42] = hash3(48, hash2(0, groups[at - 2] as number, gP), g, hash2(0, gN, l))
  out[43] = hash3(49, hash2(0, gP, g), hash2(0, gN, groups[at + 2] as number), hash2(0, l, lN))
  out[44] = hash3(50, k, (infoP & KNOWN) | usualCaseOf(infoP), hash2(0, l, lP))
  out[45] = hash3(51, k, (infoN & KNOWN) | usualCaseOf(infoN), hash2(0, l, lN))
  const from = sentence.runStarts[at] as number
  const to = sentence.runEnds[at] as number
  const length = Math.min(to - from, 5)
  const place = (Math.min(i - from, 3) << 6) | (length << 3) | (i === to - 1 ? 1 : 0)
  const before = from - 1 + MARGIN
  const behind = to + MARGIN
  const last = to - 1 + MARGIN
  out[46] = hash3(52, place, l, (sentence.inside[at] as number) | (i === 0 ? 4 : 0))
  out[47] = hash3(53, words[before] as number, place, 0)
  out[48] = hash3(54, words[behind] as number, place, 0)
  out[49] = hash3(55, classOf(infos[before] as number), place, g)
  out[50] = hash3(56, classOf(infos[behind] as number), place, g)
  out[51] = hash3(57, words[last] as number, length, i === to - 1 ? 1 : 0)
  out[52] = hash3(58, groups[last] as number, classOf(infos[last] as number), place)
  out[53] = hash3(59, groups[from + MARGIN] as number, groups[last] as number, hash2(0, place, g))
}
