import { expect, test } from 'vitest'
import { chooseRelated, type RelatedFile } from './choose-related.ts'

const file = (name: string, words: readonly string[], bytes = 10): RelatedFile => ({ file: name, bytes, words })
const names = (files: readonly RelatedFile[]) => files.map((one) => one.file)

test('the rarest words come first, until the budget is used up', () => {
  const found = [
    file('a', ['common']),
    file('b', ['common', 'rare']),
    file('c', ['common']),
    file('d', ['common'], 100),
  ]
  expect(names(chooseRelated(found, 100, 1_000))).toEqual(['b', 'a', 'c', 'd'])
  expect(names(chooseRelated(found, 100, 25))).toEqual(['b', 'a'])
  expect(names(chooseRelated(found, 100, 0))).toEqual([])
})

test('words that stand everywhere choose nothing', () => {
  const everywhere = Array.from({ length: 100 }, (_, i) => file(`f${i}`, ['Util']))
  const found = [...everywhere, file('one', ['Util', 'KeyMaker'])]
  expect(names(chooseRelated(found, 1_000, 1e6))).toEqual(['one'])
  expect(chooseRelated(found, 100_000, 1e6)).toHaveLength(101)
})
