import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TrailRecord } from '@sluice/contracts'
import { eventsOf, unreadableRecord } from '@sluice/events'
import { type BusMessage, type EventBus, MessagesRefused, messagesOf } from '@sluice/events/messages'
import type { DeliveredEntry } from '@sluice/outbox'

/** A record of which Kafka refuses messages for good. */
export interface RefusedRecord {
  readonly record: TrailRecord
  /** The brokers' word for it. */
  readonly code: string
  /** The ids of the events that a topic has not got. */
  readonly events: Set<string>
  readonly topics: Set<string>
}

interface Publication {
  readonly bus: EventBus
  readonly topics: Parameters<typeof messagesOf>[1]
  /** Of the product, as lines of CEF name it. */
  readonly version: string
  /** Throws where another process may publish these entries by now. */
  readonly requireHeld: () => void
  /** Resolves when it is kept that Kafka does not have all of a record. */
  readonly deadLetter: (refused: RefusedRecord) => Promise<void>
}

/** What is published at once: Kafka's brokers take a megabyte in one batch by default, compressed. */
const MAX_MESSAGES = 500
const MAX_LENGTH = 500_000
/** Records whose events are written in one turn of the event loop: a few milliseconds. */
const RECORDS_PER_TURN = 25

/**
 * Publishes the events of records in their order, and resolves when all have been taken, or refused for good and kept
 * as such. Returns how many there were. Where it rejects, some may have been taken; publishing them again gives them
 * the same ids.
 */
export async function publishEntries(entries: readonly DeliveredEntry[], publication: Publication): Promise<number> {
  const { topics, version, requireHeld, deadLetter } = publication
  const refused = new Map<string, RefusedRecord>()
  let events = 0
  let messages: OwnedMessage[] = []
  let length = 0
  const publish = async () => {
    await publishWhatIsTaken(messages, publication, refused)
    messages = []
    length = 0
  }
  for (const [index, { id, record: read, sequence }] of entries.entries()) {
    if (index > 0 && index % RECORDS_PER_TURN === 0) await nextTurn()
    const record = read ?? unreadableRecord(id)
    for (const event of eventsOf({ record, sequence })) {
      const made = messagesOf(event, topics, version).map((message) => ({ record, message }))
      const added = made.reduce((sum, { message }) => sum + message.value.length, 0)
      if (messages.length + made.length > MAX_MESSAGES || (messages.length > 0 && length + added > MAX_LENGTH)) {
        await publish()
      }
      messages.push(...made)
      length += added
      events += 1
    }
  }
  if (messages.length > 0) await publish()
  for (const one of refused.values()) {
    requireHeld()
    await deadLetter(one)
  }
  return events
}

interface OwnedMessage {
  readonly record: TrailRecord
  readonly message: BusMessage
}

/** Halves what is refused until it is one message: all others are taken, in their order. */
async function publishWhatIsTaken(
  messages: readonly OwnedMessage[],
  { bus, requireHeld }: Publication,
  refused: Map<string, RefusedRecord>,
): Promise<void> {
  const waiting = [messages]
  for (let batch = waiting.pop(); batch !== undefined; batch = waiting.pop()) {
    requireHeld()
    try {
      await bus.publish(batch.map(({ message }) => message))
    } catch (error) {
      if (!(error instanceof MessagesRefused)) throw error
      const [first, second] = batch
      if (first !== undefined && second === undefined) noteRefused(first, error.code, refused)
      const half = Math.ceil(batch.length / 2)
      if (second !== undefined) waiting.push(batch.slice(half), batch.slice(0, half))
    }
  }
}

function noteRefused({ record, message }: OwnedMessage, code: string, refused: Map<string, RefusedRecord>): void {
  const noted = refused.get(record.id) ?? { record, code, events: new Set(), topics: new Set() }
  refused.set(record.id, noted)
  noted.events.add(String(message.headers['id']))
  noted.topics.add(message.topic)
}
