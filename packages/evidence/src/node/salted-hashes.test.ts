import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PORTABLE_HASHES } from '../evidence/salted-hashes.ts'
import { NODE_HASHES } from './salted-hashes.ts'

describe('hashes by OpenSSL', () => {
  it('are those that run everywhere', () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 300 }))
    const names = fc.array(fc.string({ maxLength: 16 }))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), names, parts, (key, some, contents) => {
        const [own, portable] = [NODE_HASHES.salts(key), PORTABLE_HASHES.salts(key)]
        for (const name of some) expect(Uint8Array.from(own(name))).toEqual(portable(name))
        expect(NODE_HASHES.digest(...contents)).toBe(PORTABLE_HASHES.digest(...contents))
      }),
    )
  })

  it('are salted with 32 bytes, by a name that has room', () => {
    expect(() => NODE_HASHES.salts(new Uint8Array(31))).toThrow(RangeError)
    expect(() => NODE_HASHES.salts(new Uint8Array(32))('x'.repeat(65))).toThrow(RangeError)
  })
})
