import { sluiceEventSchema } from '@sluice/contracts'
import type { KafkaServer } from '@sluice/testkit'
import kafkajs from 'kafkajs'
import type { Running } from '../services.ts'
import { SessionOrder } from './session-order.ts'

const { Kafka, logLevel } = kafkajs

const TOPICS = { events: 'sluice.layer-events', cef: 'sluice.siem' } as const
/** The reader outlives every outage of a case. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 1_000 }

/** A consumer group that reads both topics while records are offered. */
export interface KafkaReader {
  /** How often each event came, as a CloudEvent. */
  readonly events: ReadonlyMap<string, number>
  /** How often each event came, as a line of CEF. */
  readonly cef: ReadonlyMap<string, number>
  /** Sessions of which an event came for the first time before an earlier one. */
  disordered(): number
}

export async function startKafkaReader({ brokers }: KafkaServer): Promise<Running<KafkaReader>> {
  const client = new Kafka({ brokers: [...brokers], clientId: 'bench', logLevel: logLevel.NOTHING, retry: RETRY })
  const consumer = client.consumer({ groupId: 'bench', sessionTimeout: 10_000, maxWaitTimeInMs: 100, retry: RETRY })
  const order = new SessionOrder()
  const [events, cef] = [new Map<string, number>(), new Map<string, number>()]
  await consumer.connect()
  await consumer.subscribe({ topics: Object.values(TOPICS), fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ topic, message }) => {
      const id = String(message.headers?.id)
      if (topic === TOPICS.cef) return void cef.set(id, (cef.get(id) ?? 0) + 1)
      const times = events.get(id) ?? 0
      events.set(id, times + 1)
      if (times > 0) return
      const { partitionkey, sequence } = sluiceEventSchema.parse(JSON.parse(String(message.value)))
      if (sequence !== undefined) order.add(partitionkey, Number(sequence))
    },
  })
  return {
    value: { events, cef, disordered: () => order.disordered() },
    stop: () => consumer.disconnect(),
  }
}
