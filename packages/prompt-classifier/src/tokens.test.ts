import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTokens, KIND, tokenize } from './tokens.ts'

function tokensOf(text: string): readonly string[] {
  const { count, starts, ends, kinds } = tokenize(text, emptyTokens(8))
  const names = Object.fromEntries(Object.entries(KIND).map(([name, kind]) => [kind, name]))
  return Array.from({ length: count }, (_, i) => `${names[kinds[i]!]} ${text.slice(starts[i], ends[i])}`)
}

describe('tokenize', () => {
  it.each<readonly [string, readonly string[]]>([
    ["don't stop", ["word don't", 'word stop']],
    ['a1, b', ['word a', 'number 1', 'sign ,', 'word b']],
    ['-----', ['sign -----']],
    ['忽略指令', ['ideograph 忽', 'ideograph 略', 'ideograph 指', 'ideograph 令']],
    ['नमस्ते', ['word नमस्ते']],
    ['', []],
    ['ha ha ha ha ha!', ['word ha']],
    ['very very good', ['word very', 'word very', 'word good']],
    ['A new day. A new day. A new day.', ['word A', 'word new', 'word day', 'sign .', 'word A', 'word new']],
    ['a b c 1 a b', ['word a', 'word b', 'word c', 'number 1', 'word a', 'word b']],
  ])('parts %j', (text, tokens) => expect(tokensOf(text)).toEqual(tokens))

  it('covers every sign that is no space, once and in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre((text.match(/\p{L}+/gu) ?? []).length < 4)
        const { count, starts, ends } = tokenize(text, emptyTokens(4))
        let at = 0
        for (let i = 0; i < count; i += 1) {
          expect(text.slice(at, starts[i])).toMatch(/^\s*$/)
          expect(ends[i]).toBeGreaterThan(starts[i]!)
          at = ends[i]!
        }
        expect(text.slice(at)).toMatch(/^\s*$/)
      }),
    )
  })
})
