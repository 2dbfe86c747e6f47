import { describe, expect, it } from 'vitest'
import {
  CLASS_BITS,
  CLASS_COUNT,
  ClassModel,
  ClassSums,
  classPlace,
  loadActionModel,
  readClassWeights,
  writeClassWeights,
} from './class-model.ts'

const HASH = 0x1234_5678

function weights() {
  const rows = new Int8Array(CLASS_COUNT << CLASS_BITS)
  rows[classPlace(HASH) + 6] = 100
  return { rows, scale: 0.5, bias: Float32Array.from({ length: CLASS_COUNT }, (_, one) => (one === 0 ? 1 : 0)) }
}

function most(probabilities: Float64Array): number {
  return probabilities.indexOf(Math.max(...probabilities))
}

describe('a model of classes', () => {
  it('is read as it was written, and not where it is cut or another', () => {
    const bytes = writeClassWeights(weights())
    expect(readClassWeights(bytes)).toEqual(weights())
    expect(() => readClassWeights(bytes.subarray(1))).toThrow(/no model/)
    bytes[0] = 0
    expect(() => readClassWeights(bytes)).toThrow(/no model/)
  })

  it('says the bias of what it has not seen, and the class of the features that it has', () => {
    const model = new ClassModel(weights())
    expect(most(model.probabilities(new ClassSums()))).toBe(0)
    const seen = new ClassSums()
    model.add(seen, Int32Array.of(HASH, 7), 1)
    const probabilities = model.probabilities(seen)
    expect(most(probabilities)).toBe(6)
    expect(probabilities.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1)
  })

  it('ships with the package', () => {
    expect(loadActionModel().probabilities(new ClassSums())).toHaveLength(CLASS_COUNT)
  })
})
