import { randomBytes } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type KafkaServer, startKafka } from '@sluice/testkit'
import kafkajs from 'kafkajs'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BusMessage, type EventBus, MessagesRefused } from './event-bus.ts'
import { createKafkaBus } from './kafka-bus.ts'

const { Kafka, logLevel } = kafkajs
const NOT_LEADER = 6
const REQUEST_TIMED_OUT = 7
const OUT_OF_ORDER_SEQUENCE = 45
const INVALID_RECORD = 87
const TOPIC_AUTHORIZATION_FAILED = 29

let kafka: KafkaServer
const buses: EventBus[] = []
beforeAll(async () => {
  kafka = await startKafka()
}, 300_000)
afterAll(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  await kafka?.stop()
})

function busFor(requestTimeoutMs = 1_000): EventBus {
  const bus = createKafkaBus({ brokers: kafka.brokers, clientId: 'test', requestTimeoutMs })
  buses.push(bus)
  return bus
}

/** Messages of some keys in turn, numbered within each. */
function messagesFor(topic: string, keys: number, each: number, first = 0): BusMessage[] {
  return Array.from({ length: keys * each }, (_, index) => {
    const key = `key-${index % keys}`
    const number = first + Math.floor(index / keys)
    return { topic, key, value: JSON.stringify({ key, number }), headers: { id: `${key}.${number}`, type: 't' } }
  })
}

interface Received {
  readonly id: string
  readonly type: string
  readonly key: string
  readonly number: number
}

/** Reads topics with a consumer group until so many different ids have come, or nothing comes any more. */
async function receive(topic: string, ids: number): Promise<readonly Received[]> {
  const client = new Kafka({ brokers: [...kafka.brokers], clientId: 'reader', logLevel: logLevel.NOTHING })
  const consumer = client.consumer({ groupId: `readers-of-${topic}`, sessionTimeout: 6_000, maxWaitTimeInMs: 100 })
  const received: Received[] = []
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ message }) => {
      const { key, number } = JSON.parse(String(message.value))
      const [id, type] = ['id', 'type'].map((name) => String(message.headers?.[name]))
      received.push({ id: id!, type: type!, key, number })
    },
  })
  try {
    await expect.poll(() => new Set(received.map(({ id }) => id)).size, { timeout: 20_000 }).toBe(ids)
  } finally {
    await consumer.disconnect()
  }
  return received
}

/** The first time that each id came, each key's numbers in the order in which they came. */
function ordersOf(received: readonly Received[]): ReadonlyMap<string, readonly number[]> {
  const first = [...new Map(received.toReversed().map((message) => [message.id, message])).values()].toReversed()
  return new Map(
    [...Map.groupBy(first, ({ key }) => key)].map(([key, messages]) => [key, messages.map(({ number }) => number)]),
  )
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A certificate that signs itself, for brokers at 127.0.0.1 and for clients. */
async function makeCertificate(): Promise<{ readonly cert: string; readonly key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2_048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  return { cert, key }
}

describe('the bus over TLS', () => {
  it('publishes to a broker whose certificate its authority has signed, and to no other', async () => {
    const [broker, other] = [await makeCertificate(), await makeCertificate()]
    const secured = await startKafka({ tls: broker })
    const busWith = (tls: { ca?: string }) => createKafkaBus({ brokers: secured.brokers, clientId: 'test', tls })
    const [known, unknown, wrong] = [busWith({ ca: broker.cert }), busWith({}), busWith({ ca: other.cert })]
    try {
      await known.publish(messagesFor('over-tls', 1, 3))
      await expect(unknown.publish(messagesFor('over-tls', 1, 3))).rejects.toThrow()
      await expect(wrong.publish(messagesFor('over-tls', 1, 3))).rejects.toThrow()
    } finally {
      await Promise.all([known.close(), unknown.close(), wrong.close()])
      await secured.stop()
    }
  })

  it('trusts the authorities that Node knows where it is told of none', async () => {
    const broker = await makeCertificate()
    const secured = await startKafka({ tls: broker })
    const authorities = getCACertificates('default')
    const bus = createKafkaBus({ brokers: secured.brokers, clientId: 'test', tls: {} })
    try {
      setDefaultCACertificates([...authorities, broker.cert])
      await bus.publish(messagesFor('over-tls-by-default', 1, 3))
    } finally {
      setDefaultCACertificates(authorities)
      await bus.close()
      await secured.stop()
    }
  })

  it('shows its certificate to a broker that asks for one, and is refused without', async () => {
    const [broker, client] = [await makeCertificate(), await makeCertificate()]
    const secured = await startKafka({
      tls: { ...broker, ca: client.cert, requestCert: true, rejectUnauthorized: true },
    })
    const common = { brokers: secured.brokers, clientId: 'test' }
    const shown = createKafkaBus({ ...common, tls: { ca: broker.cert, ...client } })
    const hidden = createKafkaBus({ ...common, tls: { ca: broker.cert } })
    try {
      await shown.publish(messagesFor('over-mutual-tls', 1, 3))
      await expect(hidden.publish(messagesFor('over-mutual-tls', 1, 3))).rejects.toThrow()
    } finally {
      await Promise.all([shown.close(), hidden.close()])
      await secured.stop()
    }
  })
})

describe('the bus over Kafka', () => {
  it('gives a consumer group every message once, those of a key in their order', async () => {
    const bus = busFor()
    const topic = 'every-message'
    for (let batch = 0; batch < 10; batch += 1) await bus.publish(messagesFor(topic, 7, 20, 20 * batch))
    const received = await receive(topic, 1_400)
    expect(received).toHaveLength(1_400)
    const orders = ordersOf(received)
    expect(orders.size).toBe(7)
    for (const order of orders.values()) expect(order).toEqual(upTo(200))
  })

  it('gives back every letter of keys, values and headers, however long', async () => {
    const bus = busFor()
    const topic = 'every-letter'
    const text = (length: number) => 'aé\u{1f600}z\n'.repeat(length).slice(0, 6 * Math.ceil(length / 6))
    const sent = [0, 1, 63, 64, 127, 128, 511, 512, 8_191, 8_192, 70_000].map((length, index) => ({
      ...{ topic, key: `key-${index % 3}`, value: JSON.stringify({ key: text(length), number: index }) },
      headers: { id: `${index}`, type: text(length), empty: '' },
    }))
    await bus.publish(sent)
    const received = await receive(topic, sent.length)
    expect(received.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(upTo(sent.length))
    for (const { id, key, type } of received) {
      expect([key, type]).toEqual([JSON.parse(sent[Number(id)]!.value).key, sent[Number(id)]!.headers.type])
    }
  })

  it('overcomes a broker that does not lead any more or times out, and keeps the order', async () => {
    const bus = busFor()
    const topic = 'not-leader'
    await bus.publish(messagesFor(topic, 3, 5))
    kafka.faults.failProduce(NOT_LEADER, REQUEST_TIMED_OUT, NOT_LEADER)
    await bus.publish(messagesFor(topic, 3, 5, 5))
    for (const order of ordersOf(await receive(topic, 30)).values()) expect(order).toEqual(upTo(10))
  })

  it('rejects where numbers are out of order, and goes on with a new producer', async () => {
    const bus = busFor()
    const topic = 'out-of-order'
    await bus.publish(messagesFor(topic, 2, 5))
    kafka.faults.failProduce(...Array.from({ length: 40 }, () => OUT_OF_ORDER_SEQUENCE))
    await expect(bus.publish(messagesFor(topic, 2, 5, 5))).rejects.toThrow()
    kafka.faults.clear()
    await bus.publish(messagesFor(topic, 2, 5, 5))
    for (const order of ordersOf(await receive(topic, 20)).values()) expect(order).toEqual(upTo(10))
  })

  it('tells a message that is refused for good from brokers that cannot take it now, and goes on', async () => {
    const bus = busFor()
    const topic = 'too-large'
    await bus.publish(messagesFor(topic, 2, 5))
    const value = randomBytes(3_000).toString('base64')
    kafka.faults.limitProduce(2_000)
    await expect(bus.publish([{ topic, key: 'key-0', value, headers: { id: 'large', type: 't' } }])).rejects.toThrow(
      new MessagesRefused('MESSAGE_TOO_LARGE', {}),
    )
    await bus.publish(messagesFor(topic, 2, 5, 5))
    kafka.faults.clear()
    for (const order of ordersOf(await receive(topic, 20)).values()) expect(order).toEqual(upTo(10))
  })

  it.each([
    [INVALID_RECORD, MessagesRefused],
    [TOPIC_AUTHORIZATION_FAILED, Error],
  ])('takes error %i for what it is', async (code, kind) => {
    const bus = busFor()
    kafka.faults.failProduce(code)
    const error: unknown = await bus.publish(messagesFor('refused', 1, 1)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(error instanceof MessagesRefused).toBe(kind === MessagesRefused)
  })

  it('rejects while the brokers are away, and goes on once they are back', async () => {
    const bus = busFor()
    const topic = 'away'
    await bus.publish(messagesFor(topic, 2, 5))
    kafka.faults.down()
    await expect(bus.publish(messagesFor(topic, 2, 5, 5))).rejects.toThrow()
    kafka.faults.up()
    await bus.publish(messagesFor(topic, 2, 5, 5))
    for (const order of ordersOf(await receive(topic, 20)).values()) expect(order).toEqual(upTo(10))
  })

  it('loses nothing where an answer is lost', async () => {
    const bus = busFor(500)
    const topic = 'lost-answer'
    await bus.publish(messagesFor(topic, 2, 5))
    kafka.faults.dropAnswers(1)
    await bus.publish(messagesFor(topic, 2, 5, 5)).catch(() => bus.publish(messagesFor(topic, 2, 5, 5)))
    for (const order of ordersOf(await receive(topic, 20)).values()) expect(order).toEqual(upTo(10))
  })

  it('publishes nothing where there is nothing', async () => {
    const bus = createKafkaBus({ brokers: ['127.0.0.1:1'], clientId: 'test' })
    await bus.publish([])
    await bus.close()
  })
})
