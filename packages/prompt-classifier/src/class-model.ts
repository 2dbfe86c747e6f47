import { spread } from './network.ts'
import { sharedFile } from './shared-file.ts'

/** Classes that a model tells apart: as many as there are categories of actions. */
export const CLASS_COUNT = 8
/** A feature has one of so many rows, as a power of two. */
export const CLASS_BITS = 17
/** `SLCM` and the version of the format, little-endian. */
const MAGIC = 0x4d43_4c53
const VERSION = 1
const HEADER_BYTES = 12 + 4 * CLASS_COUNT
const BYTES = HEADER_BYTES + (CLASS_COUNT << CLASS_BITS)

/** A trained model: a row of one byte a class for each feature. */
export interface ClassWeights {
  readonly rows: Int8Array
  /** What a byte is multiplied with. */
  readonly scale: number
  readonly bias: Float32Array
}

/** The first of the weights of a feature. */
export function classPlace(hash: number): number {
  return (Math.imul(hash, 0x2c1b_3c6d) >>> (32 - CLASS_BITS)) * CLASS_COUNT
}

/** The sums of the weights of the features that were seen. */
export class ClassSums {
  readonly sums = new Int32Array(CLASS_COUNT)
  features = 0
}

/** Tells classes apart by hashed features, each with a weight for each class (multinomial logistic regression). */
export class ClassModel {
  readonly #weights: ClassWeights

  constructor(weights: ClassWeights) {
    this.#weights = weights
  }

  /** Adds the first `count` features to what was seen. */
  add(seen: ClassSums, hashes: Int32Array, count: number): void {
    const { rows } = this.#weights
    const { sums } = seen
    // Without a loop over them the sums stay in registers: about half of L0's time was spent here.
    let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0]
    for (let at = 0; at < count; at += 1) {
      const place = classPlace(hashes[at] as number)
      a = (a + (rows[place] as number)) | 0
      b = (b + (rows[place + 1] as number)) | 0
      c = (c + (rows[place + 2] as number)) | 0
      d = (d + (rows[place + 3] as number)) | 0
      e = (e + (rows[place + 4] as number)) | 0
      f = (f + (rows[place + 5] as number)) | 0
      g = (g + (rows[place + 6] as number)) | 0
      h = (h + (rows[place + 7] as number)) | 0
    }
    const seenNow = [a, b, c, d, e, f, g, h]
    for (let one = 0; one < CLASS_COUNT; one += 1) sums[one] = (sums[one] as number) + (seenNow[one] as number)
    seen.features += count
  }

  /** The probability of each class, 0..1, as far as the model knows. */
  probabilities({ sums, features }: ClassSums): Float64Array {
    const { scale, bias } = this.#weights
    const factor = scale * spread(features)
    const result = new Float64Array(CLASS_COUNT)
    let most = Number.NEGATIVE_INFINITY
    for (let one = 0; one < CLASS_COUNT; one += 1) {
      const logit = (bias[one] as number) + (sums[one] as number) * factor
      result[one] = logit
      most = Math.max(most, logit)
    }
    let total = 0
    for (let one = 0; one < CLASS_COUNT; one += 1) {
      result[one] = Math.exp((result[one] as number) - most)
      total += result[one] as number
    }
    for (let one = 0; one < CLASS_COUNT; one += 1) result[one] = (result[one] as number) / total
    return result
  }
}

/** The bytes of a model, little-endian: header, biases, rows. */
export function writeClassWeights({ rows, scale, bias }: ClassWeights): Uint8Array {
  const bytes = new Uint8Array(BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint32(4, VERSION, true)
  view.setFloat32(8, scale, true)
  for (const [one, value] of bias.entries()) view.setFloat32(12 + 4 * one, value, true)
  bytes.set(new Uint8Array(rows.buffer, rows.byteOffset, rows.length), HEADER_BYTES)
  return bytes
}

/** Reads the bytes of a model without a copy of its rows. Throws where they are another version's, or cut. */
export function readClassWeights(bytes: Uint8Array<ArrayBufferLike>): ClassWeights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length !== BYTES || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== VERSION) {
    throw new Error('This is no model of this version of the classes of actions')
  }
  return {
    rows: new Int8Array(bytes.buffer, bytes.byteOffset + HEADER_BYTES, CLASS_COUNT << CLASS_BITS),
    scale: view.getFloat32(8, true),
    bias: Float32Array.from({ length: CLASS_COUNT }, (_, one) => view.getFloat32(12 + 4 * one, true)),
  }
}

let shipped: ClassModel | undefined

/** The model of what requests set out to do that ships with the gateway, read once for all threads. */
export function loadActionModel(): ClassModel {
  shipped ??= new ClassModel(readClassWeights(sharedFile('actions.bin')))
  return shipped
}
