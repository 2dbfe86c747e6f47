import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSecondModel, writeSecondModel } from './second-model-file.ts'
import {
  APART,
  BEHIND,
  comingInto,
  LEFT,
  PARTS,
  type SecondModel,
  SecondNetwork,
  SIZE,
  TABLE,
  WIDTH,
} from './second-network.ts'
import { MAX_TOKENS, type TokenSigns } from './token-signs.ts'

/** Numbers from -1 to 1 that look random. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 0x8000_0000
  }
}

const next = numbers(5)
const parts = PARTS.map((length) => Float32Array.from({ length }, () => next() / 8))
const cascade = {
  asksFrom: -1.5,
  alone: { slope: 0.5, offset: -2 },
  both: { first: 0.25, again: 0.5, second: 0.75, offset: -1 },
}
const bytes = writeSecondModel(
  parts,
  Int8Array.from({ length: TABLE }, () => next() * 127),
  0.0625,
  cascade,
)
const { model, cascade: read } = readSecondModel(bytes)
const network = new SecondNetwork(model)

/** The same, number by number, as the formulas say it. */
function scoreSlowly(
  { table, tableScale, convolutions, behind, behindBiases, out, outBias }: SecondModel,
  signs: TokenSigns,
) {
  const tokens = Array.from({ length: signs.count }, (_, token) => {
    const rows = signs.rows.slice(signs.starts[token], signs.starts[token + 1])
    const scale = tableScale / Math.sqrt(rows.length + 4)
    return Array.from(
      { length: SIZE },
      (_unused, i) => rows.reduce((sum, row) => sum + table[row * SIZE + i]!, 0) * scale,
    )
  })
  const convolve = (rows: readonly (readonly number[])[], layer: number) =>
    rows.map((_, at) =>
      Array.from({ length: WIDTH }, (_unused, unit) => {
        let sum = convolutions[layer]!.biases[unit]!
        for (const tap of [0, 1, 2]) {
          const row = rows[at + (tap - 1) * APART[layer]!] ?? []
          for (const [i, value] of row.entries()) {
            sum += value * convolutions[layer]!.weights[(tap * comingInto(layer) + i) * WIDTH + unit]!
          }
        }
        return Math.max(0, sum)
      }),
    )
  const added = (rows: readonly (readonly number[])[], layer: number) => {
    const more = convolve(rows, layer)
    return rows.map((row, at) => row.map((value, i) => value + more[at]![i]!))
  }
  const low = convolve(tokens, 0)
  const high = added(added(low, 1), 2)
  const strongest = (rows: readonly (readonly number[])[]) =>
    Array.from({ length: WIDTH }, (_, i) => Math.max(...rows.map((row) => row[i]!)))
  const mean = Array.from({ length: WIDTH }, (_, i) => high.reduce((sum, row) => sum + row[i]!, 0) / high.length)
  const left = [...strongest(high), ...mean, ...strongest(low)]
  const units = Array.from({ length: BEHIND }, (_, unit) =>
    Math.max(0, behindBiases[unit]! + left.reduce((sum, value, i) => sum + value * behind[unit * LEFT + i]!, 0)),
  )
  return outBias[0]! + units.reduce((sum, value, unit) => sum + value * out[unit]!, 0)
}

function signsOf(counts: readonly number[], seed: number): TokenSigns {
  const random = numbers(seed)
  const starts = Uint16Array.from(
    [0, ...counts].map((_, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0)),
  )
  const rows = Uint16Array.from({ length: starts.at(-1)! }, () => (random() + 1) * 32_767)
  return { count: counts.length, rows, starts }
}

describe('the second network', () => {
  it('scores what its formulas say, whatever it has read before', () => {
    const counts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: MAX_TOKENS })
    fc.assert(
      fc.property(counts, fc.integer(), (some, seed) => {
        const signs = signsOf(some, seed)
        expect(network.score(signs)).toBeCloseTo(scoreSlowly(model, signs), 4)
      }),
      { numRuns: 8 },
    )
  })

  it('says nothing of no tokens', () => expect(network.score(signsOf([], 1))).toBeNaN())
})

describe('the file of a second stage', () => {
  it('keeps what was written', () => {
    expect(read).toEqual(cascade)
    expect(model.convolutions[2]?.biases).toEqual(parts[5])
    expect(model.out).toEqual(parts[8])
  })

  it.each([
    ['cut', bytes.subarray(0, bytes.length - 1)],
    ['empty', new Uint8Array(0)],
    ['of another version', Uint8Array.from(bytes, (byte, i) => (i === 4 ? 99 : byte))],
  ])('is not read where it is %s', (_, wrong) => expect(() => readSecondModel(wrong)).toThrow(/classifier/))
})
