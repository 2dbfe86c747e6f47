import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRecentRecords } from './recent-records.ts'

it('keeps the latest records, the latest first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.integer()), (maxRecords, added) => {
      const records = createRecentRecords<number>({ maxRecords })
      for (const one of added) records.add(one)
      expect(records.list()).toEqual(added.slice(-maxRecords).reverse())
      for (const one of added.slice(-maxRecords)) expect(records.find((other) => other === one)).toBe(one)
    }),
  )
})
