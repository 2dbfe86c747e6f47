import { setTimeout as sleep } from 'node:timers/promises'
import type { TlsOptions } from 'node:tls'
import { startFromFirst } from '../system/first-source.ts'
import { findFreePort } from '../system/free-port.ts'
import { startProcess } from '../system/managed-process.ts'
import { type KafkaFaults, startKafkaProxy } from './kafka-proxy.ts'
import { obtainKcat } from './kcat-binary.ts'

export interface KafkaServer {
  /** `mock` is librdkafka's cluster: Kafka's protocol, and topics in memory that appear when somebody asks for them. */
  readonly source: 'environment' | 'docker' | 'mock'
  readonly brokers: readonly string[]
  /** The same brokers past what breaks them. A producer that numbers its batches cannot use those of the mock. */
  readonly directBrokers: readonly string[]
  readonly faults: KafkaFaults
  stop(): Promise<void>
}

interface KafkaSource {
  readonly source: KafkaServer['source']
  readonly brokers: readonly string[]
  stop(): Promise<void>
}

const IMAGE = 'apache/kafka:4.1.0'
const READY_MS = 60_000
const ADDRESSES = /bootstrap\.servers=([\d.:,]+)\s/

/**
 * Starts a Kafka behind a proxy that can break it: `TEST_KAFKA_BROKERS`, else a real broker in Docker, else the mock
 * cluster of librdkafka, which is fetched when it is missing. With `tls` clients speak TLS to the proxy.
 */
export async function startKafka(options: { readonly tls?: TlsOptions } = {}): Promise<KafkaServer> {
  const started = await startFromFirst<KafkaSource>({
    variable: 'TEST_KAFKA_BROKERS',
    environment: async (brokers) => ({
      ...{ source: 'environment', brokers: brokers.split(',') },
      stop: async () => undefined,
    }),
    docker: startContainer,
    binary: startMock,
  })
  const proxy = await startKafkaProxy(started.brokers, options.tls)
  return {
    ...{ source: started.source, brokers: proxy.brokers, directBrokers: started.brokers, faults: proxy.faults },
    stop: async () => {
      await proxy.stop()
      await started.stop()
    },
  }
}

async function startContainer(): Promise<KafkaSource> {
  const { GenericContainer, Wait } = await import('testcontainers')
  const port = await findFreePort()
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_NUM_PARTITIONS: '4',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
    })
    .withWaitStrategy(Wait.forLogMessage('Kafka Server started'))
    .withStartupTimeout(READY_MS)
    .start()
  return {
    ...{ source: 'docker', brokers: [`127.0.0.1:${port}`] },
    stop: async () => void (await container.stop({ remove: true, removeVolumes: true })),
  }
}

/** kcat consumes a topic that nobody writes to, and its library serves the cluster meanwhile. */
async function startMock(): Promise<KafkaSource> {
  const { path, libraryPath } = await obtainKcat()
  let output = ''
  const kcat = await startProcess({
    name: 'kcat',
    command: path,
    args: ['-C', '-q', '-t', '__hold', '-X', 'test.mock.num.brokers=1', '-b', 'unused:1', '-d', 'mock'],
    env: { LD_LIBRARY_PATH: libraryPath },
    readyText: 'bootstrap.servers=',
    onOutput: (text) => {
      output += text
    },
  })
  // The line may come in pieces.
  for (let wait = 0; wait < 100 && !ADDRESSES.test(output); wait += 1) await sleep(10)
  const brokers = ADDRESSES.exec(output)?.[1]?.split(',')
  if (brokers === undefined) throw new Error('The mock cluster has not said where it listens.')
  return { source: 'mock', brokers, stop: () => kcat.end() }
}
