import fc from 'fast-check'
import { expect, it } from 'vitest'
import { filterOf } from './compile-filter.ts'
import { isKnownWord, verbOfIng, verbOfPast, withoutS } from './inflection.ts'
import { WordFilter } from './word-filter.ts'

const word = fc.stringMatching(/^[a-z]{2,12}$/)

it('has every word that was compiled into it, and few others', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 200, maxLength: 400 }), (words) => {
      const [inside, outside] = [words.slice(0, 150), words.slice(150)]
      const filter = new WordFilter(Buffer.from(filterOf(inside)).toString('base64'))
      expect(inside.every((each) => filter.has(each))).toBe(true)
      expect(outside.filter((each) => filter.has(each)).length).toBeLessThan(outside.length / 5)
    }),
    { seed: 1 },
  )
})

it.each([
  ['river', true],
  ['write', true],
  ['heavy', true],
  ['nitegers', false],
  ['utpime', false],
])('knows whether %s is a word', (text, known) => expect(isKnownWord(text)).toBe(known))

it.each([
  ['stains', 'stain'],
  ['countries', 'country~s'],
  ['boxes', 'box'],
  ['children', 'child~s'],
  ['plays', 'play'],
  ['news', 'news'],
  ['species', 'species'],
  ['glass', 'glass'],
  ['gas', 'gas'],
])('takes the s of %s', (text, base) => expect(withoutS(text)).toBe(base))

it.each([
  ['running', 'run'],
  ['hoping', 'hope'],
  ['falling', 'fall'],
  ['king', undefined],
])('finds the verb of %s', (text, verb) => expect(verbOfIng(text)).toBe(verb))

it.each([
  ['wrote', 'write'],
  ['carried', 'carry'],
  ['stopped', 'stop'],
  ['red', undefined],
])('finds the verb of the past %s', (text, verb) => expect(verbOfPast(text)).toBe(verb))
