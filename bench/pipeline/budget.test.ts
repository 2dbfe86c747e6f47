import { expect, it } from 'vitest'
import { compareWithBudget, renderBudget } from './budget.ts'

const costs = {
  steps: { L0: 4, L1: 30, L2: 15, L3: 12, 'second look': 5, 'L7 look-up': 2, L5: 8, 'L7 remember': 1, L4: 6, L6: 7 },
  whole: 100,
  runner: 10,
}

it('sets each part beside its budget, both looks of L2 and the two halves of L7 as one', () => {
  const rows = compareWithBudget(costs)
  expect(rows.find(({ part }) => part === 'L7')).toEqual({ part: 'L7', measured: 3, budget: 5 })
  expect(rows.find(({ part }) => part === 'L2')).toEqual({ part: 'L2', measured: 20, budget: 25 })
  expect(rows.find(({ part }) => part === 'rest')).toEqual({ part: 'rest', measured: 10, budget: 15 })
  expect(rows.find(({ part }) => part === 'edge and HTTP')).toEqual({ part: 'edge and HTTP', budget: 90 })
  expect(rows.find(({ part }) => part === 'measured here')).toEqual({
    part: 'measured here',
    measured: 100,
    budget: 130,
  })
  expect(rows.at(-1)).toEqual({ part: 'total', budget: 230 })
})

it('says where a part costs more', () => {
  const lines = renderBudget(compareWithBudget(costs)).split('\n')
  expect(lines.filter((line) => line.includes('over by'))).toEqual([
    expect.stringMatching(/^L1 +30\.0 +25 {2}over by 5\.0$/),
  ])
})
