import type { AuditRow } from '@sluice/db'
import { describe, expect, it } from 'vitest'
import { eventsOfRow } from './events-of-row.ts'

function rowWith(record: unknown): AuditRow {
  return {
    ...{ number: 1, position: 1, id: 'r-1', tenant: 'acme', timeMs: 1_700_000_000_000, type: 'x', severity: 1 },
    ...{ layers: [], policyIds: [], commitment: new Uint8Array(32), record },
  }
}

describe('the events of a row', () => {
  it('are none once the record was erased', () => {
    expect(eventsOfRow(rowWith(undefined))).toEqual([])
    expect(eventsOfRow(rowWith(null))).toEqual([])
  })

  it('tell of a record of another form as that of its own tenant', () => {
    expect(eventsOfRow(rowWith({ kind: 'tomorrow' }))).toMatchObject([
      {
        ...{ type: 'sluice.record.unreadable', id: 'r-1.0', tenant: 'acme', partitionkey: 'acme', severity: 8 },
        ...{ time: '2023-11-14T22:13:20.000Z', data: { tenant: 'acme', entry: 'r-1' } },
      },
    ])
  })
})
