import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOpening, writeOpening, writeRequestOpening } from './evidence-opening.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url'))
const commitment = fc.record({ key: bytes32, value: bytes32, blinding: bytes32 })
const request = fc.record({
  ...{ key: bytes32, value: bytes32, blinding: bytes32, prompt: bytes32, restored: bytes32 },
  delivered: fc.json(),
})

describe('an opening', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(commitment, request, (one, other) => {
        expect(readOpening(writeOpening(one))).toEqual(one)
        expect(readOpening(writeRequestOpening(other))).toEqual(other)
      }),
    )
  })

  it('is read of no other text', () => {
    const part = 'A'.repeat(43)
    const whole = [part, part, part, part, part, '[]'].join('.')
    expect(readOpening(whole)).toBeDefined()
    expect(readOpening(`${part}.${part}.${part}`)).toBeDefined()
    for (const other of [
      ...['', part, `${part}.${part}`, `${part}.${part}.${part}.${part}`, `${part}.${part}.${part}.`, `${whole}x`],
      ...[`${part}.${part}.${part}.${part}.${part}`, `${part}.${part}.${part}.${part}.${part}.`, `${part}.[]`],
      ...[whole.slice(1), whole.replace('A', '+'), whole.replace('A.', 'B.'), whole.replace('.', '..')],
    ])
      expect([other, readOpening(other)]).toEqual([other, undefined])
    fc.assert(fc.property(fc.string(), (text) => readOpening(text) === undefined))
  })
})
