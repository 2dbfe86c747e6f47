import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DIMENSIONS } from './network.ts'
import { addUnpacked, packVectors, WORDS } from './packed-vectors.ts'

it('sums of packed vectors are the sums of the vectors', () => {
  const vector = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 120 }), (vectors) => {
      const packed = packVectors(Int8Array.from(vectors.flat()))
      const sum = new Int32Array(WORDS)
      for (let i = 0; i < packed.length; i += 1) sum[i % WORDS] = (sum[i % WORDS]! + packed[i]!) | 0
      const sums = new Int32Array(DIMENSIONS)
      addUnpacked(sum, vectors.length, sums, 0)
      expect([...sums]).toEqual(
        Array.from({ length: DIMENSIONS }, (_, i) => vectors.reduce((all, one) => all + one[i]!, 0)),
      )
    }),
  )
})
