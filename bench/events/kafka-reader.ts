import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { KafkaServer } from '@sluice/testkit'
import type { Running } from '../services.ts'
import type { ReadBatch } from './kafka-reader-thread.ts'

/** A consumer group that reads both topics while records are offered. */
export interface KafkaReader {
  /** How often each event came, as a CloudEvent. */
  readonly events: ReadonlyMap<string, number>
  /** How often each event came, as a line of CEF. */
  readonly cef: ReadonlyMap<string, number>
  /** Sessions of which an event came for the first time before an earlier one. */
  disordered(): number
  /** Messages that the broker dropped before they were read, as the mock cluster does beyond 5 MB of a partition. */
  missed(): number
}

/**
 * Reads in a thread of its own, past the proxy that breaks brokers: however busy this process is, and however long they
 * are away for others, the reader keeps up as a real one does.
 */
export async function startKafkaReader({ directBrokers }: KafkaServer): Promise<Running<KafkaReader>> {
  const thread = new Worker(new URL('./kafka-reader-thread.ts', import.meta.url), { workerData: directBrokers })
  const counts = { events: new Map<string, number>(), cef: new Map<string, number>() }
  let last: Pick<ReadBatch, 'missed' | 'disordered'> = { missed: 0, disordered: 0 }
  const ready = once(thread, 'message')
  thread.on('message', (read: ReadBatch | undefined) => {
    if (read === undefined) return
    last = read
    const counted = counts[read.topic]
    for (const id of read.ids) counted.set(id, (counted.get(id) ?? 0) + 1)
  })
  await ready
  return {
    value: { ...counts, disordered: () => last.disordered, missed: () => last.missed },
    stop: async () => {
      const ended = once(thread, 'exit')
      thread.postMessage('stop')
      await ended
    },
  }
}
