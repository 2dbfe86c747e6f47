import { expect, it } from 'vitest'
import { DenyWords } from './deny-words.ts'

function found(phrases: readonly string[], text: string): readonly string[] {
  const words = new DenyWords<string>()
  for (const phrase of phrases) words.add(phrase, phrase)
  return words.find(text).map(({ start, end }) => text.slice(start, end))
}

it.each<[phrases: string[], text: string, found: string[]]>([
  [['Zephyr'], 'the zephyr, ZEPHYR and Zephyrs', ['zephyr', 'ZEPHYR']],
  [['Building 42'], 'building-42, Building\n42, building 43, building', ['building-42', 'Building\n42']],
  [['Building 42'], 'building    42', []],
  [['R&D'], 'R&D, r & d, R D, R/D', ['R&D', 'r & d']],
  [['North', 'North Wing', 'North Wing East'], 'north wing west; north wing east', ['north wing', 'north wing east']],
  [['a b', 'b c'], 'a b c', ['a b']],
  [['Mu\u0308ller'], 'MÜLLER', ['MÜLLER']],
])('finds of %j in %j', (phrases, text, places) => expect(found(phrases, text)).toEqual(places))

it.each([['C++'], ['.net'], [' a'], ['-'], [Array.from({ length: 17 }, () => 'a').join(' ')]])(
  'takes no phrase %j',
  (phrase) => expect(() => new DenyWords().add(phrase, 0)).toThrow(RangeError),
)

it('has every owner of a phrase once', () => {
  const words = new DenyWords<string>()
  for (const owner of ['a', 'b', 'a']) words.add('Zephyr', owner)
  expect(words.find('zephyr')).toEqual([{ start: 0, end: 6, owners: ['a', 'b'] }])
})
