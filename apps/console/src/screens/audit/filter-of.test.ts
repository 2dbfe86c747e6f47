import { expect, it } from 'vitest'
import { filterOf } from './filter-of.ts'
import { auditSearch } from './search.ts'

const NOW = Date.parse('2026-11-28T12:00:30Z')

it.each([
  [{}, {}],
  [{ since: 'day' }, { from: '2026-11-27T12:00:00.000Z' }],
  [
    { since: 'hour', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
    { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  ],
  [
    { session: 17, min_severity: 5, layer: 'L2' },
    { session: '17', min_severity: '5', layer: 'L2' },
  ],
  [{ session: 'x', min_severity: 11, layer: 'L9', since: 'year', from: 'soon', user: '' }, {}],
])('makes of the address %j the conditions %j', (address, conditions) => {
  const filter = filterOf(auditSearch.parse(address), NOW)
  expect(Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))).toEqual(conditions)
})
