import { endianness } from 'node:os'
import { CATEGORIES, DIMENSIONS, emptyHead, type Head, HIDDEN, LINEAR_BITS, VECTOR_BITS } from './network.ts'

/** A trained classifier. */
export interface Model {
  /** One weight a feature. */
  readonly linear: Int8Array
  /** `DIMENSIONS` numbers a feature. */
  readonly vectors: Int8Array
  /** What a weight, and what a number of a vector, is multiplied with. */
  readonly linearScale: number
  readonly vectorScale: number
  readonly head: Head
  /** From logits, in rising order, to probabilities: straight lines between these points. */
  readonly calibration: Calibration
}

/** Points of a rising curve. */
export interface Calibration {
  readonly logits: Float32Array
  readonly probabilities: Float32Array
}

/** How many points a calibration has. */
export const CALIBRATION_POINTS = 24

/** `SLPC` and the version of the format, little-endian. */
const MAGIC = 0x43504c53
const VERSION = 1
const HEADER_WORDS = 8

function floatsOf(head: Head): readonly Float32Array[] {
  return [head.first, head.firstBias, head.second, head.categories, head.categoryBias, head.bias]
}

const HEAD_FLOATS = floatsOf(emptyHead()).reduce((sum, { length }) => sum + length, 0)
const FLOATS = HEAD_FLOATS + 2 * CALIBRATION_POINTS
const LINEAR = 1 << LINEAR_BITS
const VECTORS = DIMENSIONS << VECTOR_BITS
const BYTES = (HEADER_WORDS + FLOATS) * 4 + LINEAR + VECTORS

/** The bytes of a model, little-endian: header, small weights, calibration, weights of features, their vectors. */
export function writeModel(model: Model): Uint8Array {
  const bytes = new Uint8Array(BYTES)
  const view = new DataView(bytes.buffer)
  const header = [MAGIC, VERSION, LINEAR_BITS, VECTOR_BITS, HIDDEN, CATEGORIES.length]
  for (const [i, value] of header.entries()) view.setUint32(i * 4, value, true)
  view.setFloat32(24, model.linearScale, true)
  view.setFloat32(28, model.vectorScale, true)
  let at = HEADER_WORDS * 4
  const { logits, probabilities } = model.calibration
  for (const part of [...floatsOf(model.head), logits, probabilities]) {
    for (const value of part) {
      view.setFloat32(at, value, true)
      at += 4
    }
  }
  bytes.set(new Uint8Array(model.linear.buffer, model.linear.byteOffset, LINEAR), at)
  bytes.set(new Uint8Array(model.vectors.buffer, model.vectors.byteOffset, VECTORS), at + LINEAR)
  return bytes
}

/**
 * Reads the bytes of a model, without a copy where they begin at a multiple of four of their buffer, which may be
 * shared with other threads. Throws where they are another version's, or cut.
 */
export function readModel(bytes: Uint8Array<ArrayBufferLike>): Model {
  if (bytes.byteOffset % 4 !== 0) return readModel(bytes.slice())
  // The file is read as it lies in memory.
  if (endianness() !== 'LE') throw new Error('The prompt classifier runs on little-endian processors only')
  if (bytes.length !== BYTES) throw new Error('The model of the prompt classifier is cut')
  const { buffer, byteOffset } = bytes
  const header = new Uint32Array(buffer, byteOffset, HEADER_WORDS)
  const wanted = [MAGIC, VERSION, LINEAR_BITS, VECTOR_BITS, HIDDEN, CATEGORIES.length]
  if (wanted.some((value, i) => header[i] !== value)) {
    throw new Error('This is no model of this version of the prompt classifier')
  }
  let at = byteOffset + HEADER_WORDS * 4
  const take = (length: number) => {
    const part = new Float32Array(buffer, at, length)
    at += length * 4
    return part
  }
  const head: Head = {
    first: take(HIDDEN * DIMENSIONS),
    firstBias: take(HIDDEN),
    second: take(HIDDEN),
    categories: take(CATEGORIES.length * HIDDEN),
    categoryBias: take(CATEGORIES.length),
    bias: take(1),
  }
  const calibration = { logits: take(CALIBRATION_POINTS), probabilities: take(CALIBRATION_POINTS) }
  const scales = new Float32Array(buffer, byteOffset + 24, 2)
  return {
    head,
    calibration,
    linear: new Int8Array(buffer, at, LINEAR),
    vectors: new Int8Array(buffer, at + LINEAR, VECTORS),
    linearScale: scales[0] as number,
    vectorScale: scales[1] as number,
  }
}
