import { createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markSeal, readSeal } from './provider-seal.ts'

const key = createSecretKey(Buffer.alloc(32, 1))
const other = createSecretKey(Buffer.alloc(32, 2))

describe('what a provider has sealed', () => {
  it('comes back as it was, with the endpoint that made it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ maxLength: 63 }), (original, covered, endpoint) => {
        expect(readSeal(key, markSeal(key, { endpoint, original }, covered), covered)).toEqual({ endpoint, original })
      }),
    )
  })

  it('is not known with another key, another text, or anything in it changed', () => {
    const marked = markSeal(key, { endpoint: 'claude', original: 'EqQBCkYI+sig==' }, 'I think.')
    expect(readSeal(other, marked, 'I think.')).toBeUndefined()
    expect(readSeal(key, marked, 'I thought.')).toBeUndefined()
    for (let at = 0; at < marked.length; at += 1) {
      const changed = marked.slice(0, at) + (marked.charAt(at) === 'A' ? 'B' : 'A') + marked.slice(at + 1)
      // The last character of base64url holds bits that no byte has.
      if (Buffer.from(changed, 'base64url').equals(Buffer.from(marked, 'base64url'))) continue
      expect(readSeal(key, changed, 'I think.')?.original, `at ${at}`).not.toBe('EqQBCkYI+sig==')
    }
  })

  it.each([
    '',
    'EqQBCkYI',
    'slc1.',
    'slc1..',
    'slc1.YQ',
    'slc1.YQ.short.x',
    `slc1.${'a'.repeat(200)}.${'a'.repeat(22)}.x`,
  ])('is not %s', (text) => expect(readSeal(key, text, '')).toBeUndefined())
})
