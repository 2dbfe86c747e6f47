import { describe, expect, it } from 'vitest'
import { withoutEmphasis } from './emphasis.ts'
import { RULES, scanSlice } from './scan-text.ts'

const find = (text: string) => scanSlice(text, { kind: 'prose' }, RULES).map(({ start, end }) => text.slice(start, end))

describe('underscores of emphasis', () => {
  it.each([
    ['_Maria Keller_ called me', 'Maria Keller'],
    ['__Maria Keller__ wrote', 'Maria Keller'],
    ['Our client is _Maria Keller_.', 'Maria Keller'],
    ['_Maria Keller_ has card 4111 1111 1111 1111', '4111 1111 1111 1111'],
    ['Call _0170 1234567_', '0170 1234567'],
  ])('hide nothing in %j', (text, value) => expect(find(text)).toContain(value))

  it.each(['snake_case_name', 'PERSON_7H3K9Q2M5T', 'a __b', 'no marks'])('are looked for in %j', (text) => {
    expect(withoutEmphasis(text) ?? text).toHaveLength(text.length)
    expect(withoutEmphasis(text)).toBe(text === 'a __b' ? 'a   b' : undefined)
  })

  it('are read in linear time', () => {
    expect(withoutEmphasis('_'.repeat(100_000))).toBeUndefined()
  })
})
