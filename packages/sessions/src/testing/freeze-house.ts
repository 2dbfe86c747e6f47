import type { ControlRecord, Principal, SluiceError } from '@sluice/contracts'
import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisLease, startRedis, startTcpProxy, type TcpProxy } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { createFreezeControl, type FreezeControlOptions } from '../freeze/create-freeze-control.ts'
import type { FreezeControl } from '../freeze/freeze-control.ts'
import { createSessionGate, type SessionGate } from '../gate/session-gate.ts'
import { createRedisSessionStore } from '../store/redis-session-store.ts'
import type { SessionStore } from '../store/session-store.ts'

export const order = { reason: 'reported by the SOC', actor: 'user:carol' }
export const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }

/** A gate with its two ways to Redis, each of which can be interrupted. */
export interface Branch {
  readonly gate: SessionGate
  readonly commands: TcpProxy
  readonly pushes: TcpProxy
  readonly errors: Error[]
  close(): Promise<void>
}

/** A Redis and what freezes users in it. */
export interface FreezeHouse {
  readonly server: RedisLease
  readonly redis: Redis
  readonly sessions: SessionStore
  readonly control: FreezeControl
  /** The audit records so far. */
  readonly records: readonly ControlRecord[]
  openBranch(wrap?: (store: SessionStore) => SessionStore): Promise<Branch>
  /** Another freeze control, which the caller closes. */
  anotherControl(changes: Partial<FreezeControlOptions>): FreezeControl
  stop(): Promise<void>
}

/** Without `ownRedis` it is one of those that test files share; that one is stopped with the rest. */
export async function startFreezeHouse(ownRedis?: RedisLease): Promise<FreezeHouse> {
  const server = ownRedis ?? (await startRedis({ exclusive: true }))
  const redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
  const sessions = createRedisSessionStore({ redis })
  const records: ControlRecord[] = []
  const outbox = { append: async (record: ControlRecord) => void records.push(record) }
  const common = { redis, redisUrl: server.url, sessions, outbox, clock, service: 'test' }
  const control = createFreezeControl(common)
  return {
    ...{ server, redis, sessions, control, records },
    openBranch: (wrap = (store) => store) => openBranch(server, wrap),
    anotherControl: (changes) => createFreezeControl({ ...common, ...changes }),
    stop: async () => {
      control.close()
      redis.disconnect()
      await server.stop()
    },
  }
}

async function openBranch(server: RedisLease, wrap: (store: SessionStore) => SessionStore): Promise<Branch> {
  const port = Number(new URL(server.url).port)
  const [commands, pushes] = await Promise.all([startTcpProxy(port), startTcpProxy(port)])
  const own = createRedis(`redis://127.0.0.1:${commands.port}`)
  await waitForRedis(own, 5_000)
  const errors: Error[] = []
  const gate = createSessionGate({
    redis: own,
    redisUrl: `redis://127.0.0.1:${pushes.port}`,
    sessions: wrap(createRedisSessionStore({ redis: own })),
    clock,
    onError: (error) => errors.push(error),
  })
  await gate.start()
  const close = async () => {
    await gate.stop()
    own.disconnect()
    await Promise.all([commands.stop(), pushes.stop()])
  }
  return { gate, commands, pushes, errors, close }
}

/** Lets a request in that ends as soon as it is told to. */
export async function enter({ gate }: Pick<Branch, 'gate'>, principal: Principal, requested?: string) {
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

/** Lets a request in that goes on until it leaves, whatever it is told. */
export async function enterStubbornly({ gate }: Pick<Branch, 'gate'>, principal: Principal) {
  const controller = new AbortController()
  let cuts = 0
  const cut = () => {
    cuts += 1
  }
  await gate.enter({ principal }, { controller, cut })
  const told = new Promise<SluiceError>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(controller.signal.reason))
  })
  return { told, cuts: () => cuts, leave: () => gate.leave(controller) }
}

export const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'entered',
    ({ code }: SluiceError) => code,
  )
