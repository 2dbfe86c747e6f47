import { expect, it } from 'vitest'
import { severityWords } from './entry-words.ts'

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
