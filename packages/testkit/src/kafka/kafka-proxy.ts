import { connect, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { listen } from '../system/listen.ts'
import {
  correlationOf,
  type Frame,
  framesOf,
  headOf,
  PRODUCE,
  type RequestHead,
  refuseProduce,
  rewriteAddresses,
} from './kafka-frames.ts'

/** What a test does to brokers while a producer writes. */
export interface KafkaFaults {
  /** The next produce requests are answered with these errors, one each; their messages are not taken. */
  failProduce(...errors: readonly number[]): void
  /** The next produce requests are not answered; their messages are taken, as when the answer is lost. */
  dropAnswers(requests: number): void
  /** Produce requests of more bytes are answered with MESSAGE_TOO_LARGE; their messages are not taken. */
  limitProduce(bytes: number): void
  /** Takes back what is left of `failProduce`, `dropAnswers` and `limitProduce`. */
  clear(): void
  /** Ends every connection and refuses new ones, until `up`. */
  down(): void
  up(): void
}

interface KafkaProxy {
  readonly brokers: readonly string[]
  readonly faults: KafkaFaults
  stop(): Promise<void>
}

interface Mood {
  errors: number[]
  lostAnswers: number
  maxProduceBytes: number
  isDown: boolean
}

/** Puts a loopback proxy in front of each broker, through which every client must go; over TLS where it has a key. */
export async function startKafkaProxy(brokers: readonly string[], tls?: TlsOptions): Promise<KafkaProxy> {
  const ports = new Map<number, number>()
  const mood: Mood = { errors: [], lostAnswers: 0, maxProduceBytes: Number.POSITIVE_INFINITY, isDown: false }
  const sockets = new Set<Socket>()
  const servers: Server[] = []
  for (const broker of brokers) {
    const target = Number(broker.split(':')[1])
    const take = (client: Socket) => {
      if (mood.isDown) client.destroy()
      else join(client, connect(target, '127.0.0.1'), { mood, sockets, portOf: (port) => ports.get(port) ?? port })
    }
    const server = tls === undefined ? createServer(take) : createTlsServer(tls, take)
    server.on('tlsClientError', () => undefined)
    ports.set(target, await listen(server))
    servers.push(server)
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    brokers: brokers.map((broker) => `127.0.0.1:${ports.get(Number(broker.split(':')[1]))}`),
    faults: {
      failProduce: (...errors) => void mood.errors.push(...errors),
      dropAnswers: (requests) => {
        mood.lostAnswers = requests
      },
      limitProduce: (bytes) => {
        mood.maxProduceBytes = bytes
      },
      clear: () => {
        mood.errors = []
        mood.lostAnswers = 0
        mood.maxProduceBytes = Number.POSITIVE_INFINITY
      },
      down: () => {
        mood.isDown = true
        endAll()
      },
      up: () => {
        mood.isDown = false
      },
    },
    stop: async () => {
      endAll()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** Kafka's protocol guide, error codes. */
const MESSAGE_TOO_LARGE = 10

interface Between {
  readonly mood: Mood
  readonly sockets: Set<Socket>
  readonly portOf: (port: number) => number
}

function errorFor(request: Frame, mood: Mood): number | undefined {
  return mood.errors.shift() ?? (request.length > mood.maxProduceBytes ? MESSAGE_TOO_LARGE : undefined)
}

function join(client: Socket, broker: Socket, { mood, sockets, portOf }: Between): void {
  const asked = new Map<number, RequestHead & { readonly isLost: boolean }>()
  client.on(
    'data',
    framesOf((request: Frame) => {
      const head = headOf(request)
      const error = head.api === PRODUCE ? errorFor(request, mood) : undefined
      if (error !== undefined) return void client.write(refuseProduce(request, head, error))
      const isLost = head.api === PRODUCE && mood.lostAnswers > 0
      if (isLost) mood.lostAnswers -= 1
      asked.set(head.correlation, { ...head, isLost })
      broker.write(request)
    }),
  )
  broker.on(
    'data',
    framesOf((answer: Frame) => {
      const head = asked.get(correlationOf(answer))
      asked.delete(correlationOf(answer))
      if (head?.isLost) return
      if (head !== undefined) rewriteAddresses(answer, head, portOf)
      client.write(answer)
    }),
  )
  for (const [one, other] of [
    [client, broker],
    [broker, client],
  ] as const) {
    sockets.add(one)
    one.setNoDelay()
    one.on('error', () => other.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
  }
}
