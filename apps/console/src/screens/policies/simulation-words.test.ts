import { expect, it } from 'vitest'
import { unknownWords } from './simulation-words.ts'

const none = { user: 0, action: 0, model: 0, time: 0, form: 0 }

it.each([
  [none, ''],
  [{ ...none, user: 2 }, 'Not decided again: 2 whose user is not known any more.'],
  [
    { ...none, action: 1_200, time: 3 },
    'Not decided again: 1,200 that ended before it was known what they set out to do; 3 that were not reached within ten seconds.',
  ],
])('says of %j: %s', (unknown, words) => {
  expect(unknownWords(unknown)).toBe(words)
})
