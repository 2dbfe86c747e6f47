import type { StoredRecord } from '@sluice/contracts'
import { controlRecordSchema } from '@sluice/contracts'
import { unreadableRecord } from '@sluice/events'
import { controlRecordForTests, requestRecordForTests } from '@sluice/outbox/testing'
import { describe, expect, it } from 'vitest'
import { keepDeadLetter } from './dead-letter.ts'
import type { RefusedRecord } from './publish-entries.ts'

function keptBy() {
  const kept: { readonly record: StoredRecord; readonly once: boolean | undefined }[] = []
  const outbox = {
    append: async (record: StoredRecord, { once }: { readonly once?: boolean } = {}) =>
      void kept.push({ record, once }),
  }
  const keep = (record: RefusedRecord['record']) =>
    keepDeadLetter(
      {
        record,
        code: 'MESSAGE_TOO_LARGE',
        events: new Set([`${record.id}.1`, `${record.id}.2`]),
        topics: new Set(['a', 'b']),
      },
      { outbox, clock: { nowMs: () => 5 }, service: 'gateway-worker' },
    )
  return { kept, keep }
}

describe('a dead letter', () => {
  it('is a critical event in the session of the record, and the same for each try', async () => {
    const { kept, keep } = keptBy()
    await keep(requestRecordForTests)
    await keep(requestRecordForTests)
    const [letter, again] = kept
    expect(again).toEqual(letter)
    expect(letter?.once).toBe(true)
    expect(controlRecordSchema.parse(letter?.record)).toEqual({
      ...{ kind: 'control', version: 1, event: 'relay.dead_lettered', severity: 'critical', time_ms: 5 },
      ...{ service: 'gateway-worker', actor: 'service:gateway-worker' },
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      ...{ tenant: 'acme', sub: 'alice \u{1f600}', session_id: 7 },
      details: {
        record_id: 'record-1',
        code: 'MESSAGE_TOO_LARGE',
        events: 2,
        first_event_id: 'record-1.1',
        topics: 'a,b',
      },
    })
  })

  it('of an entry that nobody can read is told to the default tenant', async () => {
    const { kept, keep } = keptBy()
    await keep(unreadableRecord('1700000000000-0'))
    expect(kept[0]?.record).toMatchObject({ tenant: 'default' })
    expect(kept[0]?.record).not.toHaveProperty('session_id')
  })

  it('of a dead letter is none', async () => {
    const { kept, keep } = keptBy()
    await keep({ ...controlRecordForTests, event: 'relay.dead_lettered' })
    expect(kept).toEqual([])
    await keep(controlRecordForTests)
    expect(kept).toHaveLength(1)
  })
})
