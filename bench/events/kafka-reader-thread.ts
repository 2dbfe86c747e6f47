import { parentPort, workerData } from 'node:worker_threads'
import kafkajs from 'kafkajs'
import { z } from 'zod'
import { LogPosition } from './log-position.ts'
import { SessionOrder } from './session-order.ts'

const { Kafka, logLevel } = kafkajs

const TOPICS = { events: 'sluice.layer-events', cef: 'sluice.siem' } as const
/** The reader outlives every outage of a case. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 1_000 }
const numbered = z.object({ partitionkey: z.string(), sequence: z.string().optional() })

/** What the thread has read of one partition at once. */
export interface ReadBatch {
  readonly topic: keyof typeof TOPICS
  readonly ids: readonly string[]
  /** Since it began: messages that the broker had dropped before they were read. */
  readonly missed: number
  /** Since it began: sessions of which an event came for the first time before an earlier one. */
  readonly disordered: number
}

/** Reads both topics as one consumer group, for as long as the thread lives, and tells what it has read. */
async function readFrom(brokers: readonly string[]): Promise<void> {
  const client = new Kafka({ brokers: [...brokers], clientId: 'bench', logLevel: logLevel.NOTHING, retry: RETRY })
  const consumer = client.consumer({ groupId: 'bench', sessionTimeout: 10_000, maxWaitTimeInMs: 100, retry: RETRY })
  const order = new SessionOrder()
  const position = new LogPosition()
  const known = new Set<string>()
  await consumer.connect()
  await consumer.subscribe({ topics: Object.values(TOPICS), fromBeginning: true })
  await consumer.run({
    eachBatch: async ({ batch: { topic, partition, messages } }) => {
      const name = topic === TOPICS.cef ? 'cef' : 'events'
      const ids: string[] = []
      for (const { offset, headers, value } of messages) {
        if (!position.advance(`${topic} ${partition}`, Number(offset))) continue
        const id = String(headers?.id)
        ids.push(id)
        if (name === 'cef' || known.has(id)) continue
        known.add(id)
        const { partitionkey, sequence } = numbered.parse(JSON.parse(String(value)))
        if (sequence !== undefined) order.add(partitionkey, Number(sequence))
      }
      const read: ReadBatch = { topic: name, ids, missed: position.missed(), disordered: order.disordered() }
      parentPort?.postMessage(read)
    },
  })
  parentPort?.postMessage(undefined)
  parentPort?.once('message', () => void consumer.disconnect().then(() => parentPort?.close()))
}

await readFrom(z.array(z.string()).parse(workerData))
