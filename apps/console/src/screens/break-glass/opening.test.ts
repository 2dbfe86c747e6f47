import { expect, it } from 'vitest'
import { openingOf } from './opening.ts'

const FORM = {
  ...{ isDrill: false, session: ' 17 ', user: '', minutes: '30' },
  types: ['PERSON'],
  reason: ' Order 4711 ',
} as const

it('reads a whole form', () => {
  expect(openingOf({ ...FORM, user: ' bob ', types: ['PERSON', 'DE_ID_CARD'] })).toEqual({
    faults: {},
    opening: {
      ...{ session_id: 17, reason: 'Order 4711', duration_minutes: 30, user: 'bob' },
      entity_types: ['PERSON', 'DE_ID_CARD'],
    },
  })
})

it('asks of a drill for its reason only', () => {
  const drill = { ...FORM, isDrill: true, session: '', types: [] }
  expect(openingOf(drill).opening).toEqual({ drill: true, reason: 'Order 4711', duration_minutes: 60 })
  expect(openingOf({ ...drill, reason: ' ' })).toMatchObject({
    opening: undefined,
    faults: { reason: expect.stringContaining('why') },
  })
})

it.each([
  ['session', { session: '' }],
  ['session', { session: '0' }],
  ['session', { session: '17a' }],
  ['session', { session: '9999999999999999' }],
  ['minutes', { minutes: '61' }],
  ['minutes', { minutes: '1.5' }],
  ['types', { types: [] }],
  ['reason', { reason: ' ' }],
])('says that %s is missing in %j', (name, change) => {
  const { opening, faults } = openingOf({ ...FORM, ...change })
  expect(opening).toBeUndefined()
  expect(Object.keys(faults)).toEqual([name])
})
