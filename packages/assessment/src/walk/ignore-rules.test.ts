import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IgnoreRules } from './ignore-rules.ts'

describe('ignore rules', () => {
  test.each([
    ['*.class', 'a/B.class', false, true],
    ['build', 'a/build', true, true],
    ['build/', 'a/build', false, false],
    ['/build', 'a/build', true, false],
    ['a/*.java', 'a/B.java', false, true],
    ['a/*.java', 'a/b/C.java', false, false],
    ['a/**/c', 'a/c', true, true],
    ['a/**/c', 'a/b/b/c', true, true],
    ['**/gen/*.go', 'x/y/gen/a.go', false, true],
    ['a/**', 'a/b/c', false, true],
    ['[ab].c', 'b.c', false, true],
    ['[!ab].c', 'b.c', false, false],
    ['?.c', 'x.c', false, true],
    ['*.log\n!keep.log', 'keep.log', false, false],
    ['# a comment', '# a comment', false, false],
    [String.raw`\#x`, '#x', false, true],
  ])('%s on %s', (text, path, isFolder, ignored) => {
    expect(new IgnoreRules('', text, undefined).ignores(path, isFolder)).toBe(ignored)
  })

  test('inner files win over outer ones', () => {
    const outer = new IgnoreRules('', '*.java', undefined)
    const inner = new IgnoreRules('src', '!A.java', outer)
    expect(inner.ignores('src/A.java', false)).toBe(false)
    expect(inner.ignores('src/B.java', false)).toBe(true)
  })

  test('takes any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, path) => {
        expect(typeof new IgnoreRules('', text, undefined).ignores(path, false)).toBe('boolean')
      }),
    )
  })
})
