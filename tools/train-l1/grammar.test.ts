import { describe, expect, it } from 'vitest'
import { Random } from '../seeded-random/random.ts'
import { Filler, parseTemplate } from './grammar.ts'
import { CHANGES, MAKERS } from './noise.ts'

const slots = new Map([
  ['who', [parseTemplate('Ann | Bob')]],
  ['greeting', [parseTemplate('(Hi|Hello) {who}')]],
])

function fill(template: string, seed = 1): string {
  return new Filler(slots, MAKERS, CHANGES, new Random(seed)).fill(parseTemplate(template))
}

describe('a template', () => {
  it('is filled with one of its choices', () => {
    const filled = new Set(Array.from({ length: 60 }, (_, seed) => fill('{greeting}(!|.)', seed)))
    expect([...filled].toSorted()).toEqual([
      'Hello Ann!',
      'Hello Ann.',
      'Hello Bob!',
      'Hello Bob.',
      'Hi Ann!',
      'Hi Ann.',
      'Hi Bob!',
      'Hi Bob.',
    ])
  })

  it.each([
    ['f(x) and {"a": 1}', 'f(x) and {"a": 1}'],
    ['a\\|b\\(c\\nd', 'a|b(c\nd'],
    ['{b64:fixed}', 'eWVz'],
    ['{half1:words} / {half2:words}', 'one two / three'],
  ])('%j is %j', (template, text) => {
    const fixed = new Map([
      ['fixed', [parseTemplate('yes')]],
      ['words', [parseTemplate('one two three')]],
    ])
    expect(new Filler(fixed, MAKERS, CHANGES, new Random(1)).fill(parseTemplate(template))).toBe(text)
  })

  it.each(['(a|b', 'a)b)('])('%j is not read', (template) => expect(() => parseTemplate(template)).toThrow(/bracket/))

  it('names a slot that is not there', () => expect(() => fill('{nobody}')).toThrow('nobody'))
})
