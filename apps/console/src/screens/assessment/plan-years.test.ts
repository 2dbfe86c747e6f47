import { expect, it } from 'vitest'
import { planYears } from './plan-years.ts'

const item = (exclusiveBy: number, effortDays: number) => ({
  ...{ urgency: 'High' as const, algorithm: 'RSA', target: 'ML-DSA-87', rationale: 'Because.' },
  ...{ exclusiveBy, effortDays },
})

it('puts the nearest year first, with its days, and keeps the order within it', () => {
  const items = [item(2033, 5), item(2030, 2), item(2033, 1)]
  expect(planYears({ items })).toEqual([
    { year: 2030, days: 2, items: [items[1]] },
    { year: 2033, days: 6, items: [items[0], items[2]] },
  ])
  expect(planYears({ items: [] })).toEqual([])
})
