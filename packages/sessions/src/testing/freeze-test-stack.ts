import type { Clock, ControlRecord, Principal, SluiceError } from '@sluice/contracts'
import { createRedis, waitForRedis } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { type RedisLease, startRedis, startTcpProxy, type TcpProxy } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { createFreezeControl, type FreezeControlOptions } from '../freeze/create-freeze-control.ts'
import type { FreezeControl } from '../freeze/freeze-control.ts'
import { createFreezeWriter, type FreezeWriter } from '../freeze/freeze-writer.ts'
import { createSessionGate, type SessionGate } from '../gate/session-gate.ts'
import { createRedisSessionStore } from '../store/redis-session-store.ts'
import { connectSessions, type SessionConnection } from '../store/session-connection.ts'
import type { SessionStore } from '../store/session-store.ts'

type ConnectionOptions = Parameters<typeof connectSessions>[0]

export const order = { reason: 'reported by the SOC', actor: 'user:carol' }

/** A gate with its two connections to Redis, each of which can be interrupted. */
export interface TestGateway {
  readonly gate: SessionGate
  readonly commands: TcpProxy
  readonly pushes: TcpProxy
  readonly errors: Error[]
  close(): Promise<void>
}

interface TestGatewayOptions {
  readonly kind?: 'gateway' | 'worker'
  /** Wraps the session store that the gate uses. */
  readonly wrap?: (store: SessionStore) => SessionStore
  readonly clock?: Clock
  readonly onClientChanged?: (client: string) => void
  readonly onChangesLost?: () => void
}

/** A Redis server and a freeze control over it. */
export interface FreezeTestStack {
  readonly server: RedisLease
  readonly redis: Redis
  readonly sessions: SessionStore
  /** Writes freezes without record and wait. */
  readonly writer: FreezeWriter
  readonly control: FreezeControl
  /** The audit records so far. */
  readonly records: readonly ControlRecord[]
  openGateway(options?: TestGatewayOptions): Promise<TestGateway>
  /** Another freeze control, which the caller closes. */
  anotherControl(changes: Partial<FreezeControlOptions>): FreezeControl
  /** Another connection, for example with a server behind a proxy. */
  connect(changes: Partial<ConnectionOptions>): SessionConnection
  stop(): Promise<void>
}

/** Starts the stack over `ownRedis`, or over one of the servers that test files share. Its `stop` stops the server. */
export async function startFreezeTestStack(ownRedis?: RedisLease): Promise<FreezeTestStack> {
  const server = ownRedis ?? (await startRedis())
  const redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
  const sessions = createRedisSessionStore({ redis })
  const records: ControlRecord[] = []
  const outbox = { append: async (record: ControlRecord) => void records.push(record) }
  const connect = (changes: Partial<ConnectionOptions> = {}) =>
    connectSessions({ redis, redisUrl: server.url, clock: systemClock, onError: () => {}, ...changes })
  const common = { connection: connect(), sessions, outbox, service: 'test' }
  const control = createFreezeControl(common)
  return {
    ...{ server, redis, sessions, control, records, connect },
    writer: createFreezeWriter(common.connection, 1_800_000),
    openGateway: (gatewayOptions = {}) => openGateway(server, gatewayOptions),
    anotherControl: (changes) => createFreezeControl({ ...common, ...changes }),
    stop: async () => {
      control.close()
      redis.disconnect()
      await server.stop()
    },
  }
}

async function openGateway(server: RedisLease, options: TestGatewayOptions): Promise<TestGateway> {
  const { wrap = (store) => store, clock = systemClock, kind = 'gateway', ...told } = options
  const port = Number(new URL(server.url).port)
  const [commands, pushes] = await Promise.all([startTcpProxy(port), startTcpProxy(port)])
  const own = createRedis(commands.inFrontOf(server.url))
  await waitForRedis(own, 5_000)
  const errors: Error[] = []
  const connection = connectSessions({
    redis: own,
    redisUrl: pushes.inFrontOf(server.url),
    clock,
    onError: (error) => errors.push(error),
  })
  const sessionsOf = wrap(createRedisSessionStore({ redis: own }))
  const gate = createSessionGate({ connection, kind, sessions: sessionsOf, ...told })
  await gate.start()
  const close = async () => {
    await gate.stop()
    own.disconnect()
    await Promise.all([commands.stop(), pushes.stop()])
  }
  return { gate, commands, pushes, errors, close }
}

/** Admits a request that ends as soon as it is aborted. */
export async function enter({ gate }: Pick<TestGateway, 'gate'>, principal: Principal, requested?: string) {
  const controller = new AbortController()
  const stopped = new Promise<SluiceError>((resolve) => {
    controller.signal.addEventListener('abort', () => {
      resolve(controller.signal.reason)
      gate.leave(controller)
    })
  })
  const session = await gate.enter({ principal, requested }, { controller, cut: () => gate.leave(controller) })
  return { session, stopped, controller, leave: () => gate.leave(controller) }
}

/** Admits a request that runs on until it leaves, also after it was aborted. */
export async function enterStubbornly({ gate }: Pick<TestGateway, 'gate'>, principal: Principal) {
  const controller = new AbortController()
  let cuts = 0
  const cut = () => {
    cuts += 1
  }
  await gate.enter({ principal }, { controller, cut })
  const aborted = new Promise<SluiceError>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(controller.signal.reason))
  })
  return { aborted, cuts: () => cuts, leave: () => gate.leave(controller) }
}

export const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'entered',
    ({ code }: SluiceError) => code,
  )
