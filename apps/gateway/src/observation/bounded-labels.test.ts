import { expect, it } from 'vitest'
import { BoundedLabels } from './bounded-labels.ts'

it('names the first values and counts the rest together', () => {
  const labels = new BoundedLabels(2)
  expect(['a', 'b', 'a', 'c', 'd', 'b'].map((value) => labels.of(value))).toEqual([
    'a',
    'b',
    'a',
    'other',
    'other',
    'b',
  ])
})
