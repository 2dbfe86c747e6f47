import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readModel, writeModel } from './model-file.ts'

const shipped = new Uint8Array(readFileSync(new URL('../model/prompts.bin', import.meta.url)))

describe('the file of a model', () => {
  it('is read and written as it is', () => expect(Buffer.compare(writeModel(readModel(shipped)), shipped)).toBe(0))

  it('has a calibration that rises', () => {
    const { logits, probabilities } = readModel(shipped).calibration
    for (let i = 1; i < logits.length; i += 1) {
      expect(logits[i]).toBeGreaterThan(logits[i - 1]!)
      expect(probabilities[i]).toBeGreaterThanOrEqual(probabilities[i - 1]!)
    }
  })

  it.each([
    ['cut', shipped.subarray(0, shipped.length - 1)],
    ['empty', new Uint8Array(0)],
    ['of another version', Uint8Array.from(shipped, (byte, i) => (i === 4 ? 99 : byte))],
  ])('is not read where it is %s', (_, bytes) => expect(() => readModel(bytes)).toThrow(/classifier/))
})
