import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WordCounter } from './count-words.ts'

const LISTS = [
  ['gur', 'naq', 'lbh'],
  ['eht', 'dna', 'on'],
]
const counter = new WordCounter(LISTS)

describe('words of lists', () => {
  it.each([
    ['gur naq', [2, 0]],
    ['GUR, Eht.', [1, 1]],
    ['gur_naq gur2 2gur', [0, 0]],
    ['gurß éon on', [1, 2]],
    ['gurnaq', [0, 0]],
    ['', [0, 0]],
  ])('of %j', (text, found) => {
    expect(counter.countIn(text).found).toEqual(found)
  })

  it('are counted as an expression counts them', () => {
    const part = fc.constantFrom('gur', 'NAQ', 'eht', 'on', 'egg', 'é', 'ſ', 'K', '_', '7', ' ', '.', '\n', '😀')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('')
        const matches = (pattern: RegExp) => text.match(pattern)?.length ?? 0
        expect(counter.countIn(text)).toEqual({
          found: LISTS.map((words) => matches(new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi'))),
          runs: matches(/[A-Za-z]+/g),
        })
      }),
      { numRuns: 500 },
    )
  })
})
