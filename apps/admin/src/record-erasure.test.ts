import { expect, it } from 'vitest'
import { lateErasure } from './record-erasure.ts'

it('records what came behind an erasure, with the session and the erasure behind which it came', async () => {
  const appended: unknown[] = []
  const outbox = {
    append: async (record: unknown) => {
      appended.push(record)
    },
  }
  const session = { tenant: 'acme', sessionId: 41, behind: 'erasure-41' }
  const { erasureId, record } = lateErasure(
    { outbox, clock: { nowMs: () => 1_000, monotonicMs: () => 1_000 } },
    session,
  )
  expect(appended).toEqual([])
  await record()
  expect(appended).toEqual([
    expect.objectContaining({
      ...{ id: erasureId, event: 'person.erased', tenant: 'acme', actor: 'service:admin' },
      details: { session: '41', behind: 'erasure-41' },
    }),
  ])
})
