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
const VERSION = 1
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

/** Reads the bytes of a model. Throws where they are another version's, or cut. */
export function readModel(bytes: Uint8Array): Model {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = [...Array(6).keys()].map((i) => (bytes.length < HEADER_WORDS * 4 ? 0 : view.getUint32(i * 4, true)))
  const [magic, version, features, labels, lexiconLength = 0, weightsLength = 0] = header
  if (magic !== MAGIC || version !== VERSION || features !== FEATURES || labels !== LABELS) {
    throw new Error('This is no model of this version of the name tagger')
  }
  const floats = LABELS * LABELS + LABELS
  const wanted = (HEADER_WORDS + floats + lexiconLength) * 4 + weightsLength
  if (bytes.length !== wanted || !isPowerOfTwo(lexiconLength) || !isPowerOfTwo(weightsLength / WEIGHTED)) {
    throw new Error('The model of the name tagger is cut')
  }
  const numbers = new Float32Array(floats)
  for (let i = 0; i < floats; i += 1) numbers[i] = view.getFloat32((HEADER_WORDS + i) * 4, true)
  const lexicon = new Uint32Array(lexiconLength)
  const lexiconAt = (HEADER_WORDS + floats) * 4
  for (let i = 0; i < lexiconLength; i += 1) lexicon[i] = view.getUint32(lexiconAt + i * 4, true)
  return {
    weights: new Int8Array(bytes.buffer, bytes.byteOffset + lexiconAt + lexiconLength * 4, weightsLength),
    scale: view.getFloat32(6 * 4, true),
    transitions: { between: numbers.subarray(0, LABELS * LABELS), first: numbers.subarray(LABELS * LABELS) },
    lexicon,
  }
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(value) && value > 0 && (value & (value - 1)) === 0
}
