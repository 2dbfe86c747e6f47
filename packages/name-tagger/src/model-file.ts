import { endianness } from 'node:os'
import type { Transitions } from './chain.ts'
import { FEATURES } from './features.ts'
import { LABELS, WEIGHTED } from './labels.ts'

/** A trained tagger. */
export interface Model {
  /** Rows of `WEIGHTED` weights, one row a feature's hash; a power of two of them. */
  readonly weights: Int8Array
  /** What a weight is multiplied with. */
  readonly scale: number
  readonly transitions: Transitions
  /** Entries of the lexicon, a power of two. */
  readonly lexicon: Uint32Array
}

/** `SLNT` and the version of the format, little-endian. */
const MAGIC = 0x544e4c53
const VERSION = 2
const HEADER_WORDS = 8

/** The bytes of a model, little-endian: header, transitions, lexicon, weights. */
export function writeModel({ weights, scale, transitions, lexicon }: Model): Uint8Array {
  const floats = LABELS * LABELS + LABELS
  const bytes = new Uint8Array((HEADER_WORDS + floats + lexicon.length) * 4 + weights.length)
  const view = new DataView(bytes.buffer)
  const header = [MAGIC, VERSION, FEATURES, LABELS, lexicon.length, weights.length]
  for (const [i, value] of header.entries()) view.setUint32(i * 4, value, true)
  view.setFloat32(6 * 4, scale, true)
  let at = HEADER_WORDS * 4
  for (const value of [...transitions.between, ...transitions.first]) {
    view.setFloat32(at, value, true)
    at += 4
  }
  for (const value of lexicon) {
    view.setUint32(at, value, true)
    at += 4
  }
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), at)
  return bytes
}

/**
 * Reads the bytes of a model, without a copy where they begin at a multiple of four of their buffer, which may be
 * shared with other threads. Throws where they are another version's, or cut.
 */
export function readModel(bytes: Uint8Array<ArrayBufferLike>): Model {
  if (bytes.byteOffset % 4 !== 0) return readModel(bytes.slice())
  // The file is read as it lies in memory.
  if (endianness() !== 'LE') throw new Error('The name tagger runs on little-endian processors only')
  const { buffer, byteOffset } = bytes
  const header = bytes.length < HEADER_WORDS * 4 ? new Uint32Array(6) : new Uint32Array(buffer, byteOffset, 6)
  const [magic, version, features, labels, lexiconLength = 0, weightsLength = 0] = header
  if (magic !== MAGIC || version !== VERSION || features !== FEATURES || labels !== LABELS) {
    throw new Error('This is no model of this version of the name tagger')
  }
  const floats = LABELS * LABELS + LABELS
  const wanted = (HEADER_WORDS + floats + lexiconLength) * 4 + weightsLength
  if (bytes.length !== wanted || !isPowerOfTwo(lexiconLength) || !isPowerOfTwo(weightsLength / WEIGHTED)) {
    throw new Error('The model of the name tagger is cut')
  }
  const numbers = new Float32Array(buffer, byteOffset + HEADER_WORDS * 4, floats)
  const lexiconAt = byteOffset + (HEADER_WORDS + floats) * 4
  return {
    weights: new Int8Array(buffer, lexiconAt + lexiconLength * 4, weightsLength),
    scale: new Float32Array(buffer, byteOffset + 6 * 4, 1)[0] as number,
    transitions: { between: numbers.subarray(0, LABELS * LABELS), first: numbers.subarray(LABELS * LABELS) },
    lexicon: new Uint32Array(buffer, lexiconAt, lexiconLength),
  }
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(value) && value > 0 && (value & (value - 1)) === 0
}
