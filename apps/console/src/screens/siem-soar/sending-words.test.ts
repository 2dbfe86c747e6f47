import { expect, it } from 'vitest'
import { countWords, stateWords, statusWords } from './sending-words.ts'

it.each([
  [413, '413, too large'],
  [302, '302, a redirection, which is not followed'],
  [418, '418'],
  [undefined, 'no answer'],
])('says what the status %s means', (status, words) => {
  expect(statusWords(status)).toBe(words)
})

it('names what a receiver refuses otherwise than what was given up', () => {
  expect([stateWords('siem', 'dead').words, stateWords('soar', 'dead').words]).toEqual(['Refused', 'Given up'])
  expect([stateWords('siem', 'pending').words, stateWords('soar', 'pending').words]).toEqual([
    'Being sent again',
    'Being sent',
  ])
})

it('writes counts that stand for more', () => {
  expect([countWords(9_999, 10_000), countWords(10_000, 10_000)]).toEqual(['9,999', '10,000+'])
})
