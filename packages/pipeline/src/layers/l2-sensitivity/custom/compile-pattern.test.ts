import { describe, expect, it } from 'vitest'
import { compilePattern } from './compile-pattern.ts'

describe('a pattern', () => {
  it.each([
    ['an empty match', 'a{0,3}', 'it matches an empty text'],
    ['only a border', '\\b', 'it matches an empty text'],
    ['a plus', 'EMP[0-9]+', 'it may match more than 512 characters'],
    ['a star behind letters', 'EMP[0-9]*', 'it may match more than 512 characters'],
    ['a repetition without end', 'a{3,}', 'it may match more than 512 characters'],
    ['too long a repetition', 'a[0-9]{600}', 'it may match more than 512 characters'],
    ['characters of two units', '[^x]{300}', 'it may match more than 512 characters'],
    ['a match that may be long or short', 'x(?:.{0,200}y)?', 'its longest match is more than 64 times its shortest'],
    [
      'many instructions',
      '(?:[a-z]{200}|[0-9]{200}){1,2}|(?:[a-c]{200}|[d-f]{200}){1,2}|(?:(?:gh){100}|(?:ij){100}){2}',
      'it compiles to more than 2000',
    ],
    ['a look-ahead', 'a(?=b)', 'error parsing regexp'],
    ['a look-behind', '(?<=a)b', 'error parsing regexp'],
    ['a backreference', '(a)\\1', 'error parsing regexp'],
    ['an open bracket', '(a', 'error parsing regexp'],
    ['repetitions of repetitions', '(?:(?:a{100}){100}){100}', 'error parsing regexp'],
  ])('is refused for %s', (_what, pattern, message) => {
    expect(() => compilePattern(pattern, false)).toThrow(message)
  })

  it.each([
    '\\b[A-Z]{2}-[0-9]{6}\\b',
    '(?i)customer[ -]?[0-9]{4,8}',
    '(?m)^[0-9]{8}$',
    '[\\p{L}]{1,60}@acme\\.example',
    '.{4,128}',
    'a{512}',
  ])('is taken: %s', (pattern) => {
    expect(compilePattern(pattern, false).hasValue).toBe(false)
  })

  it('may say which part of it is the value', () => {
    expect(compilePattern('badge (?P<value>[0-9]{6})', false).hasValue).toBe(true)
    expect(compilePattern('badge (?<value>[0-9]{6})', false).hasValue).toBe(true)
  })
})
