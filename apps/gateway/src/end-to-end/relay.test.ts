import { sluiceEventSchema } from '@sluice/contracts'
import { type KafkaServer, startKafka } from '@sluice/testkit'
import kafkajs from 'kafkajs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorker } from '../testing/start-worker.ts'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const { Kafka, logLevel } = kafkajs
const within = { timeout: 30_000, interval: 100 }

let kafka: KafkaServer
let stack: GatewayStack
const workers: Awaited<ReturnType<typeof startWorker>>[] = []

beforeAll(async () => {
  kafka = await startKafka()
  stack = await startGatewayStack()
  const env = { KAFKA_BROKERS: kafka.brokers.join(',') }
  workers.push(await startWorker(stack, env), await startWorker(stack, env))
}, 300_000)
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await stack?.stop()
  await kafka?.stop()
})

interface Read {
  readonly topic: string
  readonly value: string
  readonly headers: Readonly<Record<string, string>>
}

let groups = 0

/** How many requests have ended, once for each topic. */
const endsIn = (read: readonly Read[]) =>
  read.filter(({ headers }) => headers['type'] === 'sluice.request.ended').length

/** Reads both topics from their beginning. */
async function readTopics() {
  groups += 1
  const client = new Kafka({ brokers: [...kafka.brokers], clientId: 'reader', logLevel: logLevel.NOTHING })
  const consumer = client.consumer({ groupId: `siem-${groups}`, sessionTimeout: 6_000, maxWaitTimeInMs: 100 })
  const read: Read[] = []
  await consumer.connect()
  await consumer.subscribe({ topics: ['sluice.layer-events', 'sluice.siem'], fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ topic, message }) => {
      const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)])
      read.push({ topic, value: String(message.value), headers: Object.fromEntries(headers) })
    },
  })
  return { read, stop: () => consumer.disconnect() }
}

describe('events in Kafka', () => {
  it('are those of every request, each once, those of a session in their order, also while Kafka was away', async () => {
    const ask = async (text: string) => {
      const body = { model: 'stub-model', messages: [{ role: 'user', content: text }] }
      expect((await stack.post('alice', body)).status).toBe(200)
    }
    for (let index = 0; index < 5; index += 1) await ask(`Hello ${index}`)
    const before = await readTopics()
    await expect.poll(() => endsIn(before.read), within).toBe(10)
    await before.stop()
    kafka.faults.down()
    for (let index = 5; index < 10; index += 1) await ask(`Hello ${index}`)
    kafka.faults.up()

    const { read, stop } = await readTopics()
    await expect.poll(() => endsIn(read), within).toBe(20)
    await stop()

    const events = read
      .filter(({ topic }) => topic === 'sluice.layer-events')
      .map(({ value }) => sluiceEventSchema.parse(JSON.parse(value)))
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    for (const ofSession of Map.groupBy(events, ({ partitionkey }) => partitionkey).values()) {
      const numbers = ofSession.flatMap(({ sequence }) => (sequence === undefined ? [] : [Number(sequence)]))
      expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    }
    const cef = read.filter(({ topic }) => topic === 'sluice.siem')
    expect(cef.map(({ headers }) => headers['id']).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    expect(cef.every(({ value }) => value.startsWith('CEF:0|Sluice|'))).toBe(true)
    expect(JSON.stringify(read)).not.toContain('Hello')
  })

  it('that Kafka refuses for good hold up no other, and leave a critical event', async () => {
    const ask = () => stack.post('alice', { model: 'stub-model', messages: [{ role: 'user', content: 'Please' }] })
    const letters = async () =>
      (await stack.records()).filter((record) => record.kind === 'control' && record.event === 'relay.dead_lettered')
    kafka.faults.limitProduce(1)
    expect((await ask()).status).toBe(200)
    await expect.poll(letters, within).toHaveLength(1)
    kafka.faults.clear()
    const refused = (await letters())[0]
    expect(refused).toMatchObject({ severity: 'critical', details: { code: 'MESSAGE_TOO_LARGE' } })

    expect((await ask()).status).toBe(200)
    const { read, stop } = await readTopics()
    await expect.poll(() => endsIn(read), within).toBe(22)
    await stop()
  })
})
