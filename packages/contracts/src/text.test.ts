import { describe, expect, it } from 'vitest'
import { isName, plainText, proseText } from './text.ts'

const LONE_SURROGATE = '\ud800'

describe('isName', () => {
  it.each([
    ['a letter', 'a', true],
    ['256 units', 'a'.repeat(256), true],
    ['a name in several scripts', 'Zoë 山田 🙂', true],
    ['nothing', '', false],
    ['257 units', 'a'.repeat(257), false],
    ['NUL', 'a\u0000', false],
    ['a line break', 'a\nb', false],
    ['a C1 control character', 'a\u0085b', false],
    ['a lone surrogate', LONE_SURROGATE, false],
    ['a number', 7, false],
    ['a list', ['a'], false],
    ['undefined', undefined, false],
  ])('%s', (_what, value, expected) => {
    expect(isName(value)).toBe(expected)
  })
})

describe('plainText and proseText', () => {
  it.each([
    ['a word', 'abc', 'abc', 'abc'],
    ['the longest', 'abcde', 'abcde', 'abcde'],
    ['too long', 'abcdef', undefined, undefined],
    ['nothing', '', undefined, undefined],
    ['blank', ' ', ' ', undefined],
    ['space around', ' ab ', ' ab ', 'ab'],
    ['a line break and a tab', 'a\r\n\tb', undefined, 'a\r\n\tb'],
    ['NUL', 'a\u0000b', undefined, undefined],
    ['a C1 control character', 'a\u0085b', undefined, undefined],
    ['a lone surrogate', `a${LONE_SURROGATE}`, undefined, undefined],
    ['no text', 7, undefined, undefined],
  ])('%s', (_what, value, plain, prose) => {
    expect(plainText(5).safeParse(value).data).toBe(plain)
    expect(proseText(5).safeParse(value).data).toBe(prose)
  })
})
