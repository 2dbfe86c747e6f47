import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedis, waitForRedis } from '@sluice/redis'
import { startOwnRedis, startTcpProxy } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRedisSessionStore } from '../store/redis-session-store.ts'
import { createSessionKeys } from '../store/session-keys.ts'
import { newPrincipal } from '../store/session-store.contract.ts'
import type { SessionStore } from '../store/session-store.ts'
import {
  type Branch,
  enter,
  enterStubbornly,
  type FreezeHouse,
  order,
  outcomeOf,
  startFreezeHouse,
} from '../testing/freeze-house.ts'

const keys = createSessionKeys()

let house: FreezeHouse
let branch: Branch
let other: Branch
beforeAll(async () => {
  house = await startFreezeHouse()
}, 300_000)
afterAll(async () => await house?.stop())
beforeEach(async () => {
  // One that was cut off could not say goodbye.
  await house.redis.del(keys.gateways)
  ;[branch, other] = await Promise.all([house.openBranch(), house.openBranch()])
})
afterEach(async () => {
  await Promise.all([branch?.close(), other?.close()])
})

/** The end of each lease, by gateway, as far from now as Redis sees it. */
async function leases(): Promise<number[]> {
  const [seconds, micros] = await house.redis.time()
  const nowMs = Number(seconds) * 1_000 + Number(micros) / 1_000
  const listed = await house.redis.zrange(keys.gateways, '0', '-1', 'WITHSCORES')
  return listed.filter((_, index) => index % 2 === 1).map((end) => Number(end) - nowMs)
}

describe('a gateway that has fallen silent', () => {
  it('is waited for while it may still send, and told to be missing', async () => {
    const principal = newPrincipal()
    const { stopped, controller } = await enter(branch, principal)
    branch.commands.freeze()
    branch.pushes.freeze()
    await expect.poll(async () => (await leases()).filter((ms) => ms < 0), { interval: 5 }).toHaveLength(1)
    const { gateways } = await house.control.freezeUser(principal, order)
    expect(controller.signal.aborted).toBe(true)
    expect(await stopped).toMatchObject({ code: 'dependency_unavailable' })
    expect(gateways).toMatchObject({ alive: 2, acknowledged: 1, missing: [expect.stringMatching(/^gateway-/)] })
  })

  it.each([
    ['a moment ago', -100, ['gateway-silent']],
    ['so long ago that it has stopped', -400, []],
  ])('%s', async (_when, endMs, missing) => {
    await enter(branch, newPrincipal())
    await expect.poll(async () => (await leases()).every((ms) => ms > 0)).toBe(true)
    await house.redis.zadd(keys.gateways, Date.now() + endMs, 'gateway-silent')
    const { gateways } = await house.control.freezeUser(newPrincipal(), order)
    expect(gateways).toEqual({ alive: 2 + missing.length, acknowledged: 2, missing })
    await house.redis.zrem(keys.gateways, 'gateway-silent')
  })

  it('lets nobody in on a reply that was under way for too long', async () => {
    const passed = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const resolve = async (store: SessionStore, request: Parameters<SessionStore['resolve']>[0]) => {
      const session = await store.resolve(request)
      passed.resolve()
      await goOn.promise
      return session
    }
    const slow = await house.openBranch((store) => ({ ...store, resolve: (request) => resolve(store, request) }))
    const principal = newPrincipal()
    const late = outcomeOf(enter(slow, principal))
    await passed.promise
    slow.commands.cut()
    slow.pushes.cut()
    await house.control.freezeUser(principal, order)
    await expect.poll(() => slow.gate.isFresh()).toBe(false)
    goOn.resolve()
    expect(await late).toBe('dependency_unavailable')
    expect(slow.gate.count()).toBe(0)
    await slow.close()
  })

  it('does not hold its view for fresh, and does again when it has heard', async () => {
    expect(await branch.gate.becomeFresh()).toBeUndefined()
    branch.commands.cut()
    await expect.poll(() => branch.gate.isFresh()).toBe(false)
    await expect(branch.gate.becomeFresh()).rejects.toMatchObject({ code: 'dependency_unavailable' })
    branch.commands.restore()
    await vi.waitFor(() => branch.gate.becomeFresh(), { timeout: 5_000 })
    expect(branch.gate.isFresh()).toBe(true)
  })

  it('tells a stream to end once, however often it finds that its lease is gone', async () => {
    const { told, cuts, leave } = await enterStubbornly(branch, newPrincipal())
    branch.commands.cut()
    branch.pushes.cut()
    expect(await told).toMatchObject({ code: 'dependency_unavailable' })
    await expect.poll(() => cuts()).toBe(1)
    const lapses = () => branch.errors.length
    const before = lapses()
    // Some more renewals have failed since, and each tells of the lapse.
    await expect.poll(lapses, { timeout: 5_000 }).toBeGreaterThan(before + 5)
    expect(cuts()).toBe(1)
    leave()
  })
})

describe('an acknowledgement', () => {
  it('that Redis could not take at first is made up for', async () => {
    const principal = newPrincipal()
    const control = house.anotherControl({ acknowledgeWithinMs: 5_000 })
    const stubborn = await enterStubbornly(branch, principal)
    const frozen = control.freezeUser(principal, order)
    expect(await stubborn.told).toMatchObject({ code: 'session_frozen' })
    // The gateway acknowledges when nothing runs any more, which is now.
    branch.commands.cut()
    const failures = branch.errors.length
    stubborn.leave()
    await expect.poll(() => branch.errors.length, { timeout: 5_000 }).toBeGreaterThan(failures)
    branch.commands.restore()
    expect(await frozen).toMatchObject({ gateways: { alive: 2, acknowledged: 2 } })
    control.close()
  })

  it('is found although the subscription has fallen silent without a word', async () => {
    const proxy = await startTcpProxy(house.server.port)
    const control = house.anotherControl({ redisUrl: `redis://127.0.0.1:${proxy.port}` })
    const listeners = async () => Number((await house.redis.pubsub('NUMSUB', keys.acknowledgementChannel))[1])
    await expect.poll(listeners).toBe(2)
    proxy.freeze()
    expect(await control.freezeUser(newPrincipal(), order)).toMatchObject({ gateways: { alive: 2, acknowledged: 2 } })
    control.close()
    await proxy.stop()
  })

  it('reaches its command although another command of the same moment asked for nothing', async () => {
    const principal = newPrincipal()
    const stubborn = await enterStubbornly(branch, principal)
    const frozen = house.control.freezeUser(principal, order)
    await stubborn.told
    expect(await house.control.unfreezeUser(newPrincipal(), order)).toMatchObject({
      changed: false,
      gateways: { alive: 0, acknowledged: 0 },
    })
    stubborn.leave()
    expect(await frozen).toMatchObject({ gateways: { alive: 2, acknowledged: 2 } })
  })
})

describe('when Redis has lost its data', () => {
  it.each([0, 1, 5])('at once, after %i freezes, the next freeze is heeded and acknowledged', async (freezes) => {
    await house.redis.flushall()
    const [first, second] = await Promise.all([house.openBranch(), house.openBranch()])
    for (let n = 0; n < freezes; n += 1) await house.control.freezeUser(newPrincipal(), order)
    const principal = newPrincipal()
    const mine = [await enter(first, principal), await enter(second, principal)]
    await house.redis.flushall()
    const report = await house.control.freezeUser(principal, order)
    for (const { stopped } of mine) expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toEqual({ alive: 4, acknowledged: 4, missing: [] })
    const next = newPrincipal()
    const { stopped } = await enter(first, next)
    expect(await house.control.freezeUser(next, order)).toMatchObject({ gateways: { alive: 4, acknowledged: 4 } })
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    await Promise.all([first.close(), second.close()])
  })

  it('and a gateway hears nothing but its lease, it finds out and acknowledges', async () => {
    const principal = newPrincipal()
    const { stopped } = await enter(branch, principal)
    await house.control.freezeUser(newPrincipal(), order)
    branch.pushes.cut()
    await house.redis.flushall()
    const report = await house.control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 2 })
    expect(branch.errors.map(({ message }) => message).join()).toContain('lost its data')
  })

  it('since an older copy, a freeze from after it is not taken for one from before it', async () => {
    const [culprit, principal] = [newPrincipal(), newPrincipal()]
    const { stopped, controller } = await enter(branch, principal)
    const copied = (await house.redis.get(keys.freezeSequence)) ?? ''
    await house.control.freezeUser(culprit, order)
    branch.pushes.cut()
    await house.redis.multi().set(keys.freezeSequence, copied).del(keys.freezeLog, keys.user(culprit).marker).exec()
    expect(controller.signal.aborted).toBe(false)
    const report = await house.control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 2 })
  })
})

describe('a Redis that comes back empty', () => {
  it('has the next freeze heeded and acknowledged by all gateways', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'sluice-empty-redis-'))
    const server = await startOwnRedis({ sources: ['binary'], dataDirectory })
    const own = await startFreezeHouse(server)
    const branches = await Promise.all([own.openBranch(), own.openBranch()])
    await own.control.freezeUser(newPrincipal(), order)
    const principal = newPrincipal()
    const mine = await Promise.all(branches.map((one) => enter(one, principal)))
    await server.kill()
    await rm(dataDirectory, { recursive: true })
    await mkdir(dataDirectory)
    await server.restart()
    const report = await vi.waitFor(() => own.control.freezeUser(principal, order), { timeout: 5_000, interval: 10 })
    for (const { stopped } of mine) expect(['session_frozen', 'dependency_unavailable']).toContain((await stopped).code)
    expect(report.gateways).toEqual({ alive: 2, acknowledged: 2, missing: [] })
    for (const one of branches) expect(await outcomeOf(enter(one, principal))).toBe('session_frozen')
    await Promise.all(branches.map((one) => one.close()))
    await own.stop()
    await rm(dataDirectory, { recursive: true })
  })
})

describe('the sessions of a user', () => {
  it('stay listed as long as the longest of them, whoever changes another', async () => {
    const principal = newPrincipal()
    const redis = createRedis(house.server.url)
    await waitForRedis(redis, 5_000)
    const brief = createRedisSessionStore({ redis, idleTimeoutMs: 60_000 })
    const lasting = createRedisSessionStore({ redis, idleTimeoutMs: 600_000 })
    await lasting.resolve({ principal })
    await brief.resolve({ principal, requested: 'brief' })
    expect(await redis.pttl(keys.user(principal).sessions)).toBeGreaterThan(500_000)
    redis.disconnect()
  })
})
