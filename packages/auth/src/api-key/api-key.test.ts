import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasSecret, isApiKey, newApiKey, readApiKey } from './api-key.ts'

describe('an API key', () => {
  it('is read as it was made, and what is kept of it has nothing of its secret', () => {
    for (let made = 0; made < 200; made += 1) {
      const { id, secretHash, text } = newApiKey()
      expect(text).toMatch(/^sk-sluice-[0-9a-f]{16}_[A-Za-z0-9_-]{49}$/)
      expect(isApiKey(text)).toBe(true)
      expect(readApiKey(text)).toEqual({ id, secretHash })
      expect(text).not.toContain(secretHash)
    }
  })

  it('is another one each time', () => {
    const made = Array.from({ length: 500 }, newApiKey)
    expect(new Set(made.map(({ id }) => id)).size).toBe(500)
    expect(new Set(made.map(({ secretHash }) => secretHash)).size).toBe(500)
  })

  it('has the secret that it was made with, and no other', () => {
    const [own, other] = [newApiKey(), newApiKey()]
    expect(hasSecret(own, own.secretHash)).toBe(true)
    expect(hasSecret(own, other.secretHash)).toBe(false)
    expect(hasSecret(own, '')).toBe(false)
    expect(hasSecret(own, own.secretHash.slice(1))).toBe(false)
  })

  it('is not read where one letter of it is another, or is missing', () => {
    const { text } = newApiKey()
    const place = fc.integer({ min: 0, max: text.length - 1 })
    const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ \n')
    fc.assert(
      fc.property(place, letter, (at, given) => {
        const changed = `${text.slice(0, at)}${given}${text.slice(at + 1)}`
        expect(changed === text || readApiKey(changed) === undefined).toBe(true)
        expect(readApiKey(text.slice(0, at) + text.slice(at + 1))).toBeUndefined()
      }),
    )
  })

  it.each(['', 'sk-sluice-', 'sk-proj-abc', 'eyJhbGciOiJSUzI1NiJ9.e30.x'])('is not %s', (text) => {
    expect(readApiKey(text)).toBeUndefined()
  })

  it('is read in linear time, whatever is sent', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => readApiKey(`sk-sluice-${text}`) === undefined))
  })
})
