import { endianness } from 'node:os'
import { APART, BEHIND, PARTS, type SecondModel, SIZE, TABLE, WIDTH } from './second-network.ts'
import { SIGN_BITS } from './token-signs.ts'

/**
 * How the scores of both stages become one: log-odds of an attack, which the calibration curve makes a probability of.
 * Fitted on texts of families that neither stage had seen.
 */
export interface Cascade {
  /** From this score of the first stage on, the second is asked. */
  readonly asksFrom: number
  /** Where it is not asked, or has not answered: log-odds = `slope` · first + `offset`. */
  readonly alone: { readonly slope: number; readonly offset: number }
  /**
   * Where it has answered: log-odds = `first` · first, {@link MOST_FIRST} at most, + `again` · the text's second
   * reading + `second` · second + `offset`.
   */
  readonly both: {
    readonly first: number
    readonly again: number
    readonly second: number
    readonly offset: number
  }
}

/** A text can sum up to any score in the first stage, so the second is heard however sure the first is. */
export const MOST_FIRST = 6

/** `SLP2` and the version of the format, little-endian. */
const MAGIC = 0x32504c53
const VERSION = 2
const HEADER_WORDS = 16
const FLOATS = PARTS.reduce((sum, length) => sum + length, 0)
const BYTES = (HEADER_WORDS + FLOATS) * 4 + TABLE
const NUMBERS = [MAGIC, VERSION, SIGN_BITS, SIZE, WIDTH, BEHIND]

/** The bytes of a second stage, little-endian: header, small weights, table of signs. */
export function writeSecondModel(
  parts: readonly Float32Array[],
  table: Int8Array,
  tableScale: number,
  cascade: Cascade,
): Uint8Array {
  const bytes = new Uint8Array(BYTES)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of NUMBERS.entries()) view.setUint32(i * 4, value, true)
  const { asksFrom, alone, both } = cascade
  const scales = [tableScale, asksFrom, alone.slope, alone.offset, both.first, both.again, both.second, both.offset]
  for (const [i, value] of scales.entries()) view.setFloat32((NUMBERS.length + i) * 4, value, true)
  let at = HEADER_WORDS * 4
  for (const [i, part] of parts.entries()) {
    if (part.length !== PARTS[i]) throw new Error(`Part ${i} of the second stage has ${part.length} numbers`)
    for (const value of part) {
      view.setFloat32(at, value, true)
      at += 4
    }
  }
  bytes.set(new Uint8Array(table.buffer, table.byteOffset, TABLE), at)
  return bytes
}

/**
 * Reads the bytes of a second stage, without a copy where they begin at a multiple of four of their buffer, which may
 * be shared with other threads. Throws where they are another version's, or cut.
 */
export function readSecondModel(bytes: Uint8Array<ArrayBufferLike>): {
  readonly model: SecondModel
  readonly cascade: Cascade
} {
  if (bytes.byteOffset % 4 !== 0) return readSecondModel(bytes.slice())
  // The file is read as it lies in memory.
  if (endianness() !== 'LE') throw new Error('The prompt classifier runs on little-endian processors only')
  if (bytes.length !== BYTES) throw new Error('The second stage of the prompt classifier is cut')
  const { buffer, byteOffset } = bytes
  const header = new Uint32Array(buffer, byteOffset, HEADER_WORDS)
  if (NUMBERS.some((value, i) => header[i] !== value)) {
    throw new Error('This is no second stage of this version of the prompt classifier')
  }
  const scales = new Float32Array(buffer, byteOffset + NUMBERS.length * 4, 8)
  const scale = (i: number) => scales[i] as number
  let at = byteOffset + HEADER_WORDS * 4
  const parts = PARTS.map((length) => {
    const part = new Float32Array(buffer, at, length)
    at += length * 4
    return part
  })
  const part = (i: number) => parts[i] as Float32Array
  const behind = 2 * APART.length
  return {
    model: {
      table: new Int8Array(buffer, at, TABLE),
      tableScale: scale(0),
      convolutions: APART.map((_, i) => ({ weights: part(2 * i), biases: part(2 * i + 1) })),
      behind: part(behind),
      behindBiases: part(behind + 1),
      out: part(behind + 2),
      outBias: part(behind + 3),
    },
    cascade: {
      asksFrom: scale(1),
      alone: { slope: scale(2), offset: scale(3) },
      both: { first: scale(4), again: scale(5), second: scale(6), offset: scale(7) },
    },
  }
}
