import { setImmediate as nextTurn } from 'node:timers/promises'
import { eventsOf, unreadableRecord } from '@sluice/events'
import { type BusMessage, type EventBus, messagesOf } from '@sluice/events/kafka'
import type { DeliveredEntry } from '@sluice/outbox'

interface Publication {
  readonly bus: EventBus
  readonly topics: Parameters<typeof messagesOf>[1]
  /** Of the product, as lines of CEF name it. */
  readonly version: string
  /** Throws where another process may publish these entries by now. */
  readonly requireHeld: () => void
}

/** What is published at once: Kafka's brokers take a megabyte in one batch by default, compressed. */
const MAX_MESSAGES = 500
const MAX_LENGTH = 500_000
/** Records whose events are written in one turn of the event loop: a few milliseconds. */
const RECORDS_PER_TURN = 25

/**
 * Publishes the events of records in their order, and resolves when all have been taken. Returns how many there were.
 * Where it rejects, some may have been taken; publishing them again gives them the same ids.
 */
export async function publishEntries(
  entries: readonly DeliveredEntry[],
  { bus, topics, version, requireHeld }: Publication,
): Promise<number> {
  let events = 0
  let messages: BusMessage[] = []
  let length = 0
  const publish = async () => {
    requireHeld()
    await bus.publish(messages)
    messages = []
    length = 0
  }
  for (const [index, { id, record, sequence }] of entries.entries()) {
    if (index > 0 && index % RECORDS_PER_TURN === 0) await nextTurn()
    for (const event of eventsOf({ record: record ?? unreadableRecord(id), sequence })) {
      const made = messagesOf(event, topics, version)
      const added = made.reduce((sum, { value }) => sum + value.length, 0)
      if (messages.length + made.length > MAX_MESSAGES || (messages.length > 0 && length + added > MAX_LENGTH)) {
        await publish()
      }
      messages.push(...made)
      length += added
      events += 1
    }
  }
  if (messages.length > 0) await publish()
  return events
}
