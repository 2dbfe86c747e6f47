import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBearerToken } from './bearer.ts'

describe('readBearerToken', () => {
  it.each([
    ['Bearer abc.def.ghi', 'abc.def.ghi'],
    ['bearer abc', 'abc'],
    ['BEARER   a-._~+/b==', 'a-._~+/b=='],
  ])('reads %j', (header, token) => {
    expect(readBearerToken(header)).toBe(token)
  })

  it.each([
    [undefined, 'token_missing'],
    ['', 'token_missing'],
    ['Bearer', 'token_missing'],
    ['Bearer ', 'token_missing'],
    ['Basic YTpi', 'token_missing'],
    ['Bearerabc', 'token_missing'],
    ['abc.def.ghi', 'token_missing'],
    ['Bearer a b', 'token_invalid'],
    ['Bearer a, Bearer b', 'token_invalid'],
    ['Bearer "abc"', 'token_invalid'],
    ['Bearer =', 'token_invalid'],
    [`Bearer ${'a'.repeat(16 * 1024 + 1)}`, 'token_invalid'],
  ])('refuses %j', (header, code) => {
    expect(() => readBearerToken(header)).toThrow(expect.objectContaining({ code }))
  })

  it('never throws anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const header of [text, `Bearer ${text}`]) {
          try {
            expect(`bearer ${readBearerToken(header)}`.toLowerCase()).toBe(header.toLowerCase().replace(/ +/, ' '))
          } catch (error) {
            expect(error).toMatchObject({ code: expect.stringMatching(/^token_(missing|invalid)$/) })
          }
        }
      }),
      { examples: [['\t-'], [' -'], ['- ']] },
    )
  })
})
