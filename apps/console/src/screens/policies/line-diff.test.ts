import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'

const MARKS = { same: ' ', added: '+', removed: '-' }
const show = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, before: one, after: other, text }) => `${one ?? ''}|${other ?? ''}${MARKS[kind]}${text}`,
  )

it.each([
  ['', '', []],
  ['', 'a', ['|1+a']],
  ['a\nb\n', 'a\nb', ['1|1 a', '2|2 b']],
  ['a\nb\nc', 'a\nB\nc\nd', ['1|1 a', '2|-b', '|2+B', '3|3 c', '|4+d']],
  ['a', '', ['1|-a']],
])('compares %j with %j', (before, after, lines) => {
  expect(show(before, after)).toEqual(lines)
})

it('holds both texts whole, with their line numbers in order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd')).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffLines(before, after)
      const kept = (side: 'before' | 'after') => lines.filter((line) => line[side] !== undefined)
      expect(kept('before').map((line) => line.text)).toEqual(before === '' ? [] : before.split('\n'))
      expect(kept('after').map((line) => line.text)).toEqual(after === '' ? [] : after.split('\n'))
      expect(kept('after').map((line) => line.after)).toEqual(kept('after').map((_, index) => index + 1))
    }),
  )
})
