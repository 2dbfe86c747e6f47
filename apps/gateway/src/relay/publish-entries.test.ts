import type { BusMessage, EventBus } from '@sluice/events/kafka'
import type { DeliveredEntry } from '@sluice/outbox'
import { controlRecordForTests, requestRecordForTests } from '@sluice/outbox/testing'
import { describe, expect, it } from 'vitest'
import { publishEntries } from './publish-entries.ts'

const topics = { layerEvents: 'events', siem: 'siem' }

function busThat(takes: (batch: readonly BusMessage[]) => void = () => undefined) {
  const batches: (readonly BusMessage[])[] = []
  const bus: EventBus = {
    publish: async (messages) => {
      takes(messages)
      batches.push(messages)
    },
    close: async () => undefined,
  }
  return { bus, batches }
}

const entriesOf = (count: number): DeliveredEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${index + 1}-0`,
    ...(index % 2 === 0
      ? { record: { ...requestRecordForTests, id: `r-${index}` }, sequence: 1 + 9 * index }
      : { record: { ...controlRecordForTests, id: `c-${index}` }, sequence: undefined }),
  }))

const publish = (entries: readonly DeliveredEntry[], bus: EventBus, requireHeld: () => void = () => undefined) =>
  publishEntries(entries, { bus, topics, version: '1', requireHeld })

describe('the relay', () => {
  it('publishes each event to both topics, whole and as CEF, in the order of the records', async () => {
    const { bus, batches } = busThat()
    const count = await publish(entriesOf(3), bus)
    const messages = batches.flat()
    expect(messages).toHaveLength(2 * count)
    const events = messages.filter(({ topic }) => topic === 'events').map(({ value }) => JSON.parse(value))
    expect(events.map(({ id }) => id.split('.')[0]).filter((id, index, all) => id !== all[index - 1])).toEqual([
      'r-0',
      'c-1',
      'r-2',
    ])
    expect(events.every(({ specversion }) => specversion === '1.0')).toBe(true)
    for (const { topic, key, value, headers } of messages) {
      expect(headers).toMatchObject({ id: expect.any(String), type: expect.stringMatching(/^sluice\./) })
      expect(key).not.toBe('')
      if (topic === 'siem') expect(value).toMatch(/^CEF:0\|Sluice\|/)
    }
  })

  it('publishes an entry that it cannot read as one that it cannot read', async () => {
    const { bus, batches } = busThat()
    await publish([{ id: '1700000000000-0', record: undefined, sequence: undefined }], bus)
    expect(JSON.parse(batches[0]![0]!.value)).toMatchObject({ type: 'sluice.record.unreadable' })
  })

  it('publishes many in batches of bounded size, without leaving one out', async () => {
    const { bus, batches } = busThat()
    const count = await publish(entriesOf(700), bus)
    expect(batches.length).toBeGreaterThan(1)
    for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(500)
    expect(new Set(batches.flat().map(({ topic, headers }) => `${topic} ${headers['id']}`)).size).toBe(2 * count)
  })

  it('stops where another process may be at it, before each batch', async () => {
    let asked = 0
    const { bus, batches } = busThat()
    const requireHeld = () => {
      asked += 1
      if (asked === 2) throw new Error('lost')
    }
    await expect(publish(entriesOf(700), bus, requireHeld)).rejects.toThrow('lost')
    expect(batches).toHaveLength(1)
  })

  it('rejects where a batch is not taken', async () => {
    const { bus } = busThat(() => {
      throw new Error('away')
    })
    await expect(publish(entriesOf(1), bus)).rejects.toThrow('away')
  })
})
