import { setTimeout as sleep } from 'node:timers/promises'
import type { ControlRecord, Principal, SluiceError } from '@sluice/contracts'
import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisServer, startRedis, startTcpProxy, type TcpProxy } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFreezeControl } from './create-freeze-control.ts'
import type { FreezeControl } from './freeze-control.ts'
import { createRedisSessionStore } from './redis-session-store.ts'
import { createSessionGate, type SessionGate } from './session-gate.ts'
import { createSessionKeys } from './session-keys.ts'
import { newPrincipal } from './session-store.contract.ts'
import type { SessionStore } from './session-store.ts'

const order = { reason: 'reported by the SOC', actor: 'user:carol' }
const clock = { now: () => Date.now(), monotonicMs: () => performance.now() }

let server: RedisServer
let redis: Redis
let sessions: SessionStore
let control: FreezeControl
const records: ControlRecord[] = []

beforeAll(async () => {
  server = await startRedis({ sources: ['binary'] })
  redis = createRedis(server.url)
  await waitForRedis(redis, 5_000)
  sessions = createRedisSessionStore({ redis })
  const outbox = { append: async (record: ControlRecord) => void records.push(record) }
  control = createFreezeControl({ redis, redisUrl: server.url, sessions, outbox, clock, service: 'test' })
}, 300_000)
afterAll(async () => {
  control?.close()
  redis?.disconnect()
  await server?.stop()
})

/** A gate with its two ways to Redis, each of which can be interrupted. */
interface Branch {
  readonly gate: SessionGate
  readonly commands: TcpProxy
  readonly pushes: TcpProxy
  readonly errors: Error[]
  close(): Promise<void>
}

async function openBranch(wrap = (store: SessionStore) => store): Promise<Branch> {
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
async function enter({ gate }: Pick<Branch, 'gate'>, principal: Principal, requested?: string) {
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

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'entered',
    ({ code }: SluiceError) => code,
  )

let branch: Branch
let other: Branch
beforeEach(async () => {
  ;[branch, other] = await Promise.all([openBranch(), openBranch()])
})
afterEach(async () => {
  await Promise.all([branch?.close(), other?.close()])
})

describe('a freeze', () => {
  it('of a user stops everything of the user at every gateway, and nothing else, and all acknowledge', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const mine = [await enter(branch, principal), await enter(branch, principal, 'n'), await enter(other, principal)]
    const foreign = await enter(branch, neighbour)
    const report = await control.freezeUser(principal, { ...order, incidentId: 'INC-1' })
    expect(report).toMatchObject({
      changed: true,
      state: 'frozen',
      version: 1,
      sessions: 2,
      gateways: { alive: 2, acknowledged: 2, missing: [] },
      recorded: true,
    })
    for (const { stopped } of mine) expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(foreign.controller.signal.aborted).toBe(false)
    expect(branch.gate.count()).toBe(1)
    for (const { gate } of [branch, other]) {
      expect(await outcomeOf(enter({ gate }, principal))).toBe('session_frozen')
    }
    expect(records.at(-1)).toMatchObject({
      kind: 'control',
      event: 'user.frozen',
      severity: 'critical',
      actor: 'user:carol',
      sub: principal.sub,
      incident_id: 'INC-1',
      details: { gateways_alive: 2, gateways_acknowledged: 2, sessions: 2 },
    })
  })

  it('of a session leaves the other sessions of its user alone', async () => {
    const principal = newPrincipal()
    const [frozen, open] = [await enter(branch, principal), await enter(branch, principal, 'other')]
    const report = await control.freezeSession({ ...principal, sessionId: frozen.session.id }, order)
    expect(report).toMatchObject({ gateways: { alive: 2, acknowledged: 2 }, sessions: 1 })
    expect(await frozen.stopped).toMatchObject({ code: 'session_frozen' })
    expect(open.controller.signal.aborted).toBe(false)
    expect(await outcomeOf(enter(other, principal))).toBe('session_frozen')
    expect(await outcomeOf(enter(other, principal, 'other'))).toBe('entered')
  })

  it('is acknowledged again when it is repeated', async () => {
    const principal = newPrincipal()
    await control.freezeUser(principal, order)
    expect(await control.freezeUser(principal, order)).toMatchObject({
      changed: false,
      version: 1,
      gateways: { alive: 2, acknowledged: 2 },
    })
  })

  it('waits for a stream that does not end, and cuts it', async () => {
    const principal = newPrincipal()
    const controller = new AbortController()
    let cuts = 0
    const cut = () => {
      cuts += 1
      branch.gate.leave(controller)
    }
    await branch.gate.enter({ principal }, { controller, cut })
    expect(await control.freezeUser(principal, order)).toMatchObject({ gateways: { acknowledged: 2 } })
    expect(cuts).toBe(1)
  })

  it('is told to be missing where something of the user runs on', async () => {
    const principal = newPrincipal()
    const controller = new AbortController()
    await branch.gate.enter({ principal }, { controller, cut: () => {} })
    const { gateways } = await control.freezeUser(principal, order)
    expect(gateways).toMatchObject({ alive: 2, acknowledged: 1 })
    expect(gateways.missing).toEqual([expect.stringMatching(/^gateway-/)])
    branch.gate.leave(controller)
  })

  it('ends with an unfreeze, which is on record first', async () => {
    const principal = newPrincipal()
    const { session } = await enter(branch, principal)
    await control.freezeUser(principal, order)
    expect(await control.unfreezeUser(principal, order)).toMatchObject({ changed: true, state: 'active', version: 2 })
    expect(records.at(-1)).toMatchObject({ event: 'user.unfrozen', sub: principal.sub })
    expect(await enter(branch, principal)).toMatchObject({ session: { id: session.id } })
  })
})

describe('an unfreeze that cannot be recorded', () => {
  it('does not take place, while a freeze does', async () => {
    const principal = newPrincipal()
    const append = async () => {
      throw new Error('no room')
    }
    const errors: Error[] = []
    const unrecorded = createFreezeControl({
      ...{ redis, redisUrl: server.url, sessions, clock, service: 'test' },
      outbox: { append },
      onError: (error) => errors.push(error),
    })
    expect(await unrecorded.freezeUser(principal, order)).toMatchObject({ changed: true, recorded: false })
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('could not be written')])
    await expect(unrecorded.unfreezeUser(principal, order)).rejects.toThrow('no room')
    expect(await outcomeOf(enter(branch, principal))).toBe('session_frozen')
    unrecorded.close()
  })
})

describe('a request that begins beside a freeze', () => {
  it.each(['user', 'session'] as const)('of its %s is stopped although Redis had let it pass', async (kind) => {
    const passed = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = await openBranch((store) => ({
      ...store,
      resolve: async (request) => {
        const session = await store.resolve(request)
        passed.resolve()
        await goOn.promise
        return session
      },
    }))
    const principal = newPrincipal()
    const { session } = await enter(branch, principal)
    const late = outcomeOf(enter(slow, principal))
    await passed.promise
    const frozen =
      kind === 'user'
        ? control.freezeUser(principal, order)
        : control.freezeSession({ ...principal, sessionId: session.id }, order)
    // The gateway has heard of it before the reply from before it arrives.
    if (kind === 'session') await frozen
    else await expect.poll(() => slow.gate.count()).toBe(0)
    goOn.resolve()
    expect(await late).toBe('session_frozen')
    await frozen
    expect(slow.gate.count()).toBe(0)
    expect(await outcomeOf(enter(slow, principal))).toBe('session_frozen')
    await slow.close()
  })

  it('and writes after it does not bring the session back', async () => {
    const principal = newPrincipal()
    const { session } = await enter(branch, principal)
    await control.freezeSession({ ...principal, sessionId: session.id }, order)
    // What a gateway that had resolved before the freeze might still send: all that the store can write.
    await Promise.allSettled([
      sessions.resolve({ principal }),
      sessions.resolve({ principal, requested: String(session.id) }),
      sessions.resolve({ principal: { ...principal, departments: ['x'] } }),
    ])
    expect(await sessions.find(session.id)).toMatchObject({ state: 'frozen', departments: [] })
  })
})

describe('a session that was used a moment ago', () => {
  it('is not looked up again while the lease is fresh', async () => {
    const principal = newPrincipal()
    const { session } = await enter(branch, principal)
    await redis.del(createSessionKeys().session(session.id))
    expect(await enter(branch, principal)).toMatchObject({ session: { id: session.id } })
    expect((await enter(other, principal)).session.id).not.toBe(session.id)
  })

  it('is looked up for other departments, other clients and other names', async () => {
    const principal = newPrincipal({ departments: ['finance'] })
    const { session } = await enter(branch, principal)
    const moved = await enter(branch, { ...principal, departments: ['legal'] })
    expect(moved.session).toMatchObject({ id: session.id, departments: ['legal'] })
    expect((await enter(branch, { ...principal, client: 'mobile' })).session.id).not.toBe(session.id)
    expect((await enter(branch, principal, 'n')).session.id).not.toBe(session.id)
  })
})

describe('a gateway that is cut off', () => {
  it('from the pushes alone hears of a freeze through its lease', async () => {
    const principal = newPrincipal()
    const { stopped } = await enter(branch, principal)
    branch.pushes.cut()
    const report = await control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 2 })
  })

  it.each(['cut', 'freeze'] as const)('from Redis (%s) stops by itself, while others go on', async (fault) => {
    const principal = newPrincipal()
    const [cutOff, connected] = [await enter(branch, principal), await enter(other, principal)]
    branch.commands[fault]()
    branch.pushes[fault]()
    expect(await cutOff.stopped).toMatchObject({ code: 'dependency_unavailable' })
    expect(branch.gate.isFresh()).toBe(false)
    expect(await outcomeOf(enter(branch, principal))).toBe('dependency_unavailable')
    expect(connected.controller.signal.aborted).toBe(false)
    expect(await outcomeOf(enter(other, principal))).toBe('entered')

    branch.commands.restore()
    branch.pushes.restore()
    await expect.poll(() => branch.gate.isFresh(), { timeout: 10_000 }).toBe(true)
    expect(await outcomeOf(enter(branch, principal))).toBe('entered')
  })

  it('does not miss what was frozen before it is back', async () => {
    const principal = newPrincipal()
    const { stopped } = await enter(branch, principal)
    branch.commands.cut()
    branch.pushes.cut()
    const { announcement } = await sessions.freezeUser(principal, { reason: 'r', by: 'b' })
    branch.commands.restore()
    branch.pushes.restore()
    await stopped
    const acknowledged = () => redis.scard(createSessionKeys().acknowledgements(announcement))
    await expect.poll(acknowledged, { timeout: 10_000 }).toBe(2)
    expect(await outcomeOf(enter(branch, principal))).toBe('session_frozen')
  })

  it('looks at every session when the log no longer tells what it missed', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const [mine, foreign] = [await enter(branch, principal), await enter(branch, neighbour)]
    branch.pushes.cut()
    const keys = createSessionKeys()
    await redis
      .multi()
      .hset(keys.user(principal).marker, 'state', 'frozen', 'version', 1, 'changed_at_ms', 1, 'reason', 'r', 'by', 'b')
      .incrby(keys.freezeSequence, 3)
      .exec()
    expect(await mine.stopped).toMatchObject({ code: 'session_frozen' })
    expect(foreign.controller.signal.aborted).toBe(false)
  })

  it('stops what it can no longer find when Redis has lost its data', async () => {
    const { stopped } = await enter(branch, newPrincipal())
    await sessions.freezeUser(newPrincipal(), { reason: 'r', by: 'b' })
    await redis.flushall()
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    const messages = () => branch.errors.map(({ message }) => message).join('; ')
    await expect.poll(messages).toContain('lost its data')
  })

  it('keeps its streams through a moment in which it cannot work', async () => {
    const { controller } = await enter(branch, newPrincipal())
    const until = performance.now() + 600
    while (performance.now() < until) {
      // The event loop stands still for longer than the lease.
    }
    await sleep(300)
    expect(controller.signal.aborted).toBe(false)
    expect(branch.gate.isFresh()).toBe(true)
  })
})

describe('a gateway that stops', () => {
  it('is not waited for any more', async () => {
    await other.gate.stop()
    expect(await control.freezeUser(newPrincipal(), order)).toMatchObject({ gateways: { alive: 1, acknowledged: 1 } })
  })
})
