import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedis, waitForRedis } from '@sluice/redis'
import { startOwnRedis, startTcpProxy } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRedisSessionStore } from '../store/redis-session-store.ts'
import { createSessionKeys } from '../store/session-keys.ts'
import type { SessionStore } from '../store/session-store.ts'
import {
  enter,
  enterStubbornly,
  type FreezeTestStack,
  order,
  outcomeOf,
  startFreezeTestStack,
  type TestGateway,
} from '../testing/freeze-test-stack.ts'
import { newPrincipal } from '../testing/new-principal.ts'

const keys = createSessionKeys()

let stack: FreezeTestStack
let gateway: TestGateway
let other: TestGateway
beforeAll(async () => {
  stack = await startFreezeTestStack()
}, 300_000)
afterAll(async () => await stack?.stop())
beforeEach(async () => {
  // A gateway that was cut off could not leave the list.
  await stack.redis.del(keys.gateways)
  ;[gateway, other] = await Promise.all([stack.openGateway(), stack.openGateway()])
})
afterEach(async () => {
  await Promise.all([gateway?.close(), other?.close()])
})

/** Milliseconds until the end of each lease, by the clock of Redis. */
async function leases(): Promise<number[]> {
  const [seconds, micros] = await stack.redis.time()
  const nowMs = Number(seconds) * 1_000 + Number(micros) / 1_000
  const listed = await stack.redis.zrange(keys.gateways, '0', '-1', 'WITHSCORES')
  return listed.filter((_, index) => index % 2 === 1).map((end) => Number(end) - nowMs)
}

describe('a gateway that no longer renews its lease', () => {
  it('is waited for while it may still send, and is reported as missing', async () => {
    const principal = newPrincipal()
    const { stopped, controller } = await enter(gateway, principal)
    gateway.commands.freeze()
    gateway.pushes.freeze()
    await expect.poll(async () => (await leases()).filter((ms) => ms < 0), { interval: 5 }).toHaveLength(1)
    const { gateways } = await stack.control.freezeUser(principal, order)
    expect(controller.signal.aborted).toBe(true)
    expect(await stopped).toMatchObject({ code: 'dependency_unavailable' })
    expect(gateways).toMatchObject({ alive: 2, acknowledged: 1, missing: [expect.stringMatching(/^gateway-/)] })
  })

  it.each([
    ['a moment ago', -100, ['gateway-silent']],
    ['so long ago that it has stopped', -400, []],
  ])('%s', async (_when, endMs, missing) => {
    await enter(gateway, newPrincipal())
    await expect.poll(async () => (await leases()).every((ms) => ms > 0)).toBe(true)
    await stack.redis.zadd(keys.gateways, Date.now() + endMs, 'gateway-silent')
    const { gateways } = await stack.control.freezeUser(newPrincipal(), order)
    expect(gateways).toEqual({ alive: 2 + missing.length, acknowledged: 2, missing })
    await stack.redis.zrem(keys.gateways, 'gateway-silent')
  })

  it('admits no request on a reply that took too long', async () => {
    const passed = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const resolve = async (store: SessionStore, request: Parameters<SessionStore['resolve']>[0]) => {
      const session = await store.resolve(request)
      passed.resolve()
      await goOn.promise
      return session
    }
    const slow = await stack.openGateway({
      wrap: (store) => ({ ...store, resolve: (request) => resolve(store, request) }),
    })
    const principal = newPrincipal()
    const late = outcomeOf(enter(slow, principal))
    await passed.promise
    slow.commands.cut()
    slow.pushes.cut()
    await stack.control.freezeUser(principal, order)
    await expect.poll(() => slow.gate.isFresh()).toBe(false)
    goOn.resolve()
    expect(await late).toBe('dependency_unavailable')
    expect(slow.gate.count()).toBe(0)
    await slow.close()
  })

  it('has no fresh view until it has renewed its lease', async () => {
    expect(await gateway.gate.ensureFresh()).toBeUndefined()
    gateway.commands.cut()
    await expect.poll(() => gateway.gate.isFresh()).toBe(false)
    await expect(gateway.gate.ensureFresh()).rejects.toMatchObject({ code: 'dependency_unavailable' })
    gateway.commands.restore()
    await vi.waitFor(() => gateway.gate.ensureFresh(), { timeout: 5_000 })
    expect(gateway.gate.isFresh()).toBe(true)
  })

  it('stops a stream once, however often it finds that its lease has run out', async () => {
    const { aborted, cuts, leave } = await enterStubbornly(gateway, newPrincipal())
    gateway.commands.cut()
    gateway.pushes.cut()
    expect(await aborted).toMatchObject({ code: 'dependency_unavailable' })
    await expect.poll(() => cuts()).toBe(1)
    const lapses = () => gateway.errors.length
    const before = lapses()
    // More renewals have failed since, and each reports the lapse.
    await expect.poll(lapses, { timeout: 5_000 }).toBeGreaterThan(before + 5)
    expect(cuts()).toBe(1)
    leave()
  })
})

describe('an acknowledgement', () => {
  it('that Redis did not take at first is sent again', async () => {
    const principal = newPrincipal()
    const control = stack.anotherControl({ acknowledgeWithinMs: 5_000 })
    const stubborn = await enterStubbornly(gateway, principal)
    const frozen = control.freezeUser(principal, order)
    expect(await stubborn.aborted).toMatchObject({ code: 'session_frozen' })
    // The gateway acknowledges when nothing runs any more, which is the case after `leave`.
    gateway.commands.cut()
    const failures = gateway.errors.length
    stubborn.leave()
    await expect.poll(() => gateway.errors.length, { timeout: 5_000 }).toBeGreaterThan(failures)
    gateway.commands.restore()
    expect(await frozen).toMatchObject({ gateways: { alive: 2, acknowledged: 2 } })
    control.close()
  })

  it('is found although the subscription has broken unnoticed', async () => {
    const proxy = await startTcpProxy(stack.server.port)
    const control = stack.anotherControl({
      connection: stack.connect({ redisUrl: proxy.inFrontOf(stack.server.url) }),
    })
    const listeners = async () =>
      Number((await stack.redis.pubsub('NUMSUB', stack.connect({}).keys.acknowledgementChannel))[1])
    await expect.poll(listeners).toBe(2)
    proxy.freeze()
    expect(await control.freezeUser(newPrincipal(), order)).toMatchObject({ gateways: { alive: 2, acknowledged: 2 } })
    control.close()
    await proxy.stop()
  })

  it('reaches its command although another command at the same time waits for no gateway', async () => {
    const principal = newPrincipal()
    const stubborn = await enterStubbornly(gateway, principal)
    const frozen = stack.control.freezeUser(principal, order)
    await stubborn.aborted
    expect(await stack.control.unfreezeUser(newPrincipal(), order)).toMatchObject({
      changed: false,
      gateways: { alive: 0, acknowledged: 0 },
    })
    stubborn.leave()
    expect(await frozen).toMatchObject({ gateways: { alive: 2, acknowledged: 2 } })
  })
})

describe('when Redis has lost its data', () => {
  it.each([0, 1, 5])('at once, after %i freezes, the next freeze is applied and acknowledged', async (freezes) => {
    await stack.redis.flushdb()
    const [first, second] = await Promise.all([stack.openGateway(), stack.openGateway()])
    for (let n = 0; n < freezes; n += 1) await stack.control.freezeUser(newPrincipal(), order)
    const principal = newPrincipal()
    const mine = [await enter(first, principal), await enter(second, principal)]
    await stack.redis.flushdb()
    const report = await stack.control.freezeUser(principal, order)
    for (const { stopped } of mine) expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toEqual({ alive: 4, acknowledged: 4, missing: [] })
    const next = newPrincipal()
    const { stopped } = await enter(first, next)
    expect(await stack.control.freezeUser(next, order)).toMatchObject({ gateways: { alive: 4, acknowledged: 4 } })
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    await Promise.all([first.close(), second.close()])
  })

  it('and a gateway receives no pushes, it notices through its lease and acknowledges', async () => {
    const principal = newPrincipal()
    const { stopped } = await enter(gateway, principal)
    await stack.control.freezeUser(newPrincipal(), order)
    gateway.pushes.cut()
    await stack.redis.flushdb()
    const report = await stack.control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 2 })
    expect(gateway.errors.map(({ message }) => message).join()).toContain('lost its data')
  })

  it('back to an older copy, a later freeze is not taken for an earlier one', async () => {
    const [culprit, principal] = [newPrincipal(), newPrincipal()]
    const { stopped, controller } = await enter(gateway, principal)
    const copied = (await stack.redis.get(keys.freezeSequence)) ?? ''
    await stack.control.freezeUser(culprit, order)
    gateway.pushes.cut()
    await stack.redis.multi().set(keys.freezeSequence, copied).del(keys.freezeLog, keys.user(culprit).marker).exec()
    expect(controller.signal.aborted).toBe(false)
    const report = await stack.control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 2 })
  })
})

describe('a Redis that comes back empty', () => {
  it('gets the next freeze applied and acknowledged by all gateways', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'sluice-empty-redis-'))
    const server = await startOwnRedis({ sources: ['binary'], dataDirectory })
    const own = await startFreezeTestStack(server)
    const gateways = await Promise.all([own.openGateway(), own.openGateway()])
    await own.control.freezeUser(newPrincipal(), order)
    const principal = newPrincipal()
    const mine = await Promise.all(gateways.map((one) => enter(one, principal)))
    await server.kill()
    await rm(dataDirectory, { recursive: true })
    await mkdir(dataDirectory)
    await server.restart()
    const report = await vi.waitFor(() => own.control.freezeUser(principal, order), { timeout: 5_000, interval: 10 })
    for (const { stopped } of mine) expect(['session_frozen', 'dependency_unavailable']).toContain((await stopped).code)
    expect(report.gateways).toEqual({ alive: 2, acknowledged: 2, missing: [] })
    for (const one of gateways) expect(await outcomeOf(enter(one, principal))).toBe('session_frozen')
    await Promise.all(gateways.map((one) => one.close()))
    await own.stop()
    await rm(dataDirectory, { recursive: true })
  })
})

describe('a Redis without memory', () => {
  it('takes freezes and leases all the same', async () => {
    const own = await startFreezeTestStack(await startOwnRedis({ sources: ['binary'] }))
    const one = await own.openGateway()
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const [mine, foreign] = [await enter(one, principal), await enter(one, neighbour)]
    await own.redis.config('SET', 'maxmemory', '1')
    await expect(own.redis.set('x', 'y')).rejects.toThrow('OOM')
    expect(await own.control.freezeUser(principal, order)).toMatchObject({
      changed: true,
      gateways: { alive: 1, acknowledged: 1 },
    })
    expect(await mine.stopped).toMatchObject({ code: 'session_frozen' })
    const { id: sessionId } = foreign.session
    expect(foreign.controller.signal.aborted).toBe(false)
    expect(await own.control.freezeSession({ ...neighbour, sessionId }, order)).toMatchObject({ changed: true })
    expect(await foreign.stopped).toMatchObject({ code: 'session_frozen' })
    expect(await own.control.unfreezeUser(principal, order)).toMatchObject({ changed: true })
    await one.close()
    await own.stop()
  })
})

describe('the sessions of a user', () => {
  it('stay listed as long as the longest of them, whatever changes another', async () => {
    const principal = newPrincipal()
    const redis = createRedis(stack.server.url)
    await waitForRedis(redis, 5_000)
    const brief = createRedisSessionStore({ redis, idleTimeoutMs: 60_000 })
    const lasting = createRedisSessionStore({ redis, idleTimeoutMs: 600_000 })
    await lasting.resolve({ principal })
    await brief.resolve({ principal, requested: 'brief' })
    expect(await redis.pttl(keys.user(principal).sessions)).toBeGreaterThan(500_000)
    redis.disconnect()
  })
})
