import { type BusMessage, type EventBus, MessagesRefused } from '@sluice/events/messages'
import type { DeliveredEntry } from '@sluice/outbox'
import { controlRecordForTests, requestRecordForTests } from '@sluice/outbox/testing'
import { describe, expect, it } from 'vitest'
import { publishEntries, type RefusedRecord } from './publish-entries.ts'

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

const noDeadLetter = async (): Promise<void> => {
  throw new Error('Nothing is refused here.')
}

const publish = (
  entries: readonly DeliveredEntry[],
  bus: EventBus,
  requireHeld: () => void = () => undefined,
  deadLetter: (refused: RefusedRecord) => Promise<void> = noDeadLetter,
) => publishEntries(entries, { bus, topics, version: '1', requireHeld, deadLetter })

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

describe('the relay, where Kafka refuses a message for good', () => {
  /** Refuses every batch that holds one of these, as brokers do. */
  const refusing = (isRefused: (message: BusMessage) => boolean) =>
    busThat((batch) => {
      if (batch.some(isRefused)) throw new MessagesRefused('MESSAGE_TOO_LARGE', {})
    })

  it('publishes every other message, in their order, and keeps that it does not have this one', async () => {
    const isPoison = ({ topic, headers }: BusMessage) => topic === 'siem' && headers['id'] === 'r-4.1'
    const { bus, batches } = refusing(isPoison)
    const letters: RefusedRecord[] = []
    const count = await publish(entriesOf(120), bus, undefined, async (refused) => void letters.push(refused))
    const whole = busThat()
    expect(await publish(entriesOf(120), whole.bus)).toBe(count)
    const taken = batches.flat()
    expect(taken).toEqual(whole.batches.flat().filter((message) => !isPoison(message)))
    expect(letters).toEqual([
      {
        record: expect.objectContaining({ id: 'r-4' }),
        code: 'MESSAGE_TOO_LARGE',
        events: new Set(['r-4.1']),
        topics: new Set(['siem']),
      },
    ])
  })

  it('tells once of a record of which it refuses everything', async () => {
    const { bus, batches } = refusing(({ headers }) => String(headers['id']).startsWith('r-2.'))
    const letters: RefusedRecord[] = []
    await publish(entriesOf(4), bus, undefined, async (refused) => void letters.push(refused))
    expect(letters.map(({ record, events, topics: of }) => [record.id, [...events].length, [...of]])).toEqual([
      ['r-2', 2, ['events', 'siem']],
    ])
    expect(new Set(batches.flat().map(({ headers }) => String(headers['id']).split('.')[0]))).toEqual(
      new Set(['r-0', 'c-1', 'c-3']),
    )
  })

  it('rejects where that cannot be kept, and asks before whether it still has the shard', async () => {
    const { bus } = refusing(() => true)
    await expect(publish(entriesOf(1), bus)).rejects.toThrow('Nothing is refused here.')
    let asked = 0
    const requireHeld = () => {
      asked += 1
      if (asked > 7) throw new Error('lost')
    }
    const letters: unknown[] = []
    const keep = async (refused: RefusedRecord) => void letters.push(refused)
    await expect(publish(entriesOf(1), bus, requireHeld, keep)).rejects.toThrow('lost')
    expect(letters).toEqual([])
  })
})
