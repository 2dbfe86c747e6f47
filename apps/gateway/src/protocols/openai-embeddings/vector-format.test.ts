import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inFormat } from './vector-format.ts'

describe('a vector', () => {
  it('is what the official client reads', () => {
    // Float32Array is how openai-node decodes base64 on the little-endian machines that it runs on.
    const vector = [0, 1, -0.5, 0.25]
    expect(inFormat(vector, 'base64')).toBe(Buffer.from(new Float32Array(vector).buffer).toString('base64'))
  })

  it('is the same both ways', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true, noDefaultInfinity: true })), (vector) => {
        expect(inFormat(inFormat(vector, 'base64'), 'float')).toEqual(vector)
      }),
    )
  })

  it('stays what it is where it has the format asked for', () => {
    expect(inFormat('AACAPw==', 'base64')).toBe('AACAPw==')
    expect(inFormat([0.1], 'float')).toEqual([0.1])
  })
})
