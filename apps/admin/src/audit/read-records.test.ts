import type { ControlRecord } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { ReadRecords } from './read-records.ts'

const grace = {
  ...{ tenant: 'default', sub: 'grace', username: 'grace', client: 'web' },
  ...{ groups: [], roles: [], departments: [] },
}

function recordsOf() {
  const clock = { ms: 0, nowMs: () => clock.ms, monotonicMs: () => clock.ms }
  const appended: ControlRecord[] = []
  const waiting: { resolve(): void; reject(error: Error): void }[] = []
  const append = (record: ControlRecord) =>
    new Promise<void>((resolve, reject) => {
      appended.push(record)
      waiting.push({ resolve, reject })
    })
  return { clock, appended, waiting, records: new ReadRecords({ outbox: { append }, clock }) }
}

describe('what a person reads', () => {
  it('is recorded once a minute, however often it is asked for at once', async () => {
    const { clock, appended, waiting, records } = recordsOf()
    const read = () => records.note('audit_log.exported', grace, 'r')
    const many = Array.from({ length: 20 }, read)
    expect(appended).toHaveLength(1)
    waiting[0]?.resolve()
    await Promise.all(many)
    clock.ms = 59_999
    await read()
    expect(appended).toHaveLength(1)
    clock.ms = 60_000
    const later = read()
    waiting[1]?.resolve()
    await later
    expect(appended.map(({ event, actor }) => [event, actor])).toEqual(
      Array(2).fill(['audit_log.exported', 'user:grace']),
    )
  })

  it('is shown to nobody who waits where it could not be recorded, and is tried again', async () => {
    const { appended, waiting, records } = recordsOf()
    const read = () => records.note('audit_log.read', grace, 'r')
    const both = Promise.allSettled([read(), read()])
    waiting[0]?.reject(new Error('full'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = read()
    expect(appended).toHaveLength(2)
    waiting[1]?.resolve()
    await again
  })

  it('is another reading for another person and another kind', async () => {
    const { appended, waiting, records } = recordsOf()
    const all = [
      records.note('audit_log.read', grace, 'r'),
      records.note('siem_events.read', grace, 'r'),
      records.note('audit_log.read', { ...grace, sub: 'dave' }, 'r'),
      records.note('audit_log.read', { ...grace, tenant: 'other' }, 'r'),
    ]
    for (const { resolve } of waiting) resolve()
    await Promise.all(all)
    expect(appended).toHaveLength(4)
  })
})
