import { type ControlRecord, controlRecordSchema } from '@sluice/contracts'
import type { AuditRow } from '@sluice/db'
import { expect, it } from 'vitest'
import { keepDeadLetter } from './dead-letter.ts'

const row: AuditRow = {
  ...{ number: 5, position: 5, id: 'i-5', tenant: 'acme', timeMs: 0, type: 'request.denied', severity: 9 },
  ...{ sub: 'alice', sessionId: 7, layers: [], policyIds: [], record: {}, commitment: new Uint8Array(32) },
}

it('tells of a record that a collector refuses, once for each collector, and not of what tells so', async () => {
  const kept: ControlRecord[] = []
  const outbox = {
    append: async (record: ControlRecord, { once }: { readonly once: boolean }) => {
      expect(once).toBe(true)
      kept.push(record)
    },
  }
  const keep = (receiver: string, changes: Partial<AuditRow> = {}) =>
    keepDeadLetter({ ...row, ...changes }, 422, { outbox, clock: { nowMs: () => 5 }, receiver })
  await keep('https://one')
  await keep('https://one')
  await keep('https://two')
  await keep('https://one', { type: 'siem.dead_lettered' })
  await keep('https://one', { type: 'relay.dead_lettered' })
  expect(kept).toHaveLength(3)
  expect(kept[1]).toEqual(kept[0])
  expect(kept[2]?.id).not.toBe(kept[0]?.id)
  expect(controlRecordSchema.parse(kept[0])).toMatchObject({
    ...{ event: 'siem.dead_lettered', severity: 'critical', service: 'admin', actor: 'service:admin' },
    ...{ tenant: 'acme', sub: 'alice', session_id: 7 },
    details: { record_id: 'i-5', receiver: 'https://one', code: 'HTTP 422', type: 'request.denied' },
  })
})
