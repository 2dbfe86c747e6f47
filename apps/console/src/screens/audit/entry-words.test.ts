import { expect, it } from 'vitest'
import { severityWords, typeWords } from './entry-words.ts'

it.each([
  ['request.answered', 'Request answered'],
  ['break_glass.opened', 'Break glass opened'],
  ['', ''],
])('writes the type %j as %j', (type, words) => {
  expect(typeWords(type)).toBe(words)
})

it.each([
  [0, 'routine'],
  [2, 'routine'],
  [3, 'low'],
  [5, 'medium'],
  [8, 'high'],
  [9, 'critical'],
  [10, 'critical'],
])('calls the severity %d %s', (severity, word) => {
  expect(severityWords(severity).word).toBe(word)
})
