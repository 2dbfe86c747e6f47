import kafkajs, { type KafkaConfig, type Producer } from 'kafkajs'
import { type BusMessage, type EventBus, MessagesRefused } from './event-bus.ts'

const { CompressionTypes, Kafka, KafkaJSProtocolError, logLevel } = kafkajs

interface KafkaBusOptions {
  readonly brokers: readonly string[]
  /** Names this process to the brokers. */
  readonly clientId: string
  readonly tls?: KafkaTls | undefined
  readonly sasl?: KafkaConfig['sasl']
  /** How long one request may take, in milliseconds; 10,000 by default. */
  readonly requestTimeoutMs?: number
}

/** All members are PEM. */
interface KafkaTls {
  /** Who signs the brokers' certificates; those that Node knows without it. */
  readonly ca?: string | undefined
  /** What this client shows, where brokers ask for it. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

const CONNECT_TIMEOUT_MS = 5_000
/** A batch is tried again with its numbers, so that a broker that has it takes it once. */
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 6 }
/** `acks=all` */
const ALL_IN_STEP = -1

/**
 * Errors that are about a message and come again with it: too large for the topic, or not as its checks want it.
 *
 * Source: Kafka's protocol guide, error codes 10, 18, 32 and 87.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_TIMESTAMP',
  'INVALID_RECORD',
])

function refusalOf(error: unknown): MessagesRefused | undefined {
  if (error instanceof KafkaJSProtocolError && REFUSALS.has(error.type)) {
    return new MessagesRefused(error.type, { cause: error })
  }
  return error instanceof Error && error.cause !== undefined ? refusalOf(error.cause) : undefined
}

/** A bus over Kafka: batches are numbered (idempotent), compressed, and one at a time is under way. */
export function createKafkaBus(options: KafkaBusOptions): EventBus {
  return new KafkaBus(options)
}

/** Leaves `ca` out where there is none: Node then trusts the authorities that it knows; an empty list trusts nobody. */
function sslOf({ ca, cert, key }: KafkaTls): Exclude<KafkaConfig['ssl'], boolean | undefined> {
  return {
    ...(ca === undefined ? {} : { ca: [ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  }
}

class KafkaBus implements EventBus {
  readonly #kafka: InstanceType<typeof Kafka>
  #producer: Producer | undefined

  constructor({ brokers, clientId, tls, sasl, requestTimeoutMs = 10_000 }: KafkaBusOptions) {
    this.#kafka = new Kafka({
      brokers: [...brokers],
      clientId,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: requestTimeoutMs,
      // kafkajs logs what it sends where something fails; its errors tell enough.
      logLevel: logLevel.NOTHING,
      retry: RETRY,
      ...(tls === undefined ? {} : { ssl: sslOf(tls) }),
      ...(sasl === undefined ? {} : { sasl }),
    })
  }

  async publish(messages: readonly BusMessage[]): Promise<void> {
    if (messages.length === 0) return
    const byTopic = Map.groupBy(messages, ({ topic }) => topic)
    try {
      const producer = await this.#connected()
      await producer.sendBatch({
        acks: ALL_IN_STEP,
        compression: CompressionTypes.GZIP,
        topicMessages: [...byTopic].map(([topic, ofTopic]) => ({
          topic,
          messages: ofTopic.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
        })),
      })
    } catch (error) {
      // Its numbers may not be those of the broker any more (kafkajs, issue 598): the next batch has a new producer's.
      await this.close()
      throw refusalOf(error) ?? error
    }
  }

  async close(): Promise<void> {
    const producer = this.#producer
    this.#producer = undefined
    await producer?.disconnect().catch(() => undefined)
  }

  async #connected(): Promise<Producer> {
    if (this.#producer !== undefined) return this.#producer
    const producer = this.#kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: RETRY,
    })
    await producer.connect()
    this.#producer = producer
    return producer
  }
}
