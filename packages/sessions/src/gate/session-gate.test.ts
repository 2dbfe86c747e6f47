import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionKeys } from '../store/session-keys.ts'
import { newPrincipal } from '../store/session-store.contract.ts'
import {
  type Branch,
  enter,
  enterStubbornly,
  type FreezeHouse,
  order,
  outcomeOf,
  startFreezeHouse,
} from '../testing/freeze-house.ts'

let house: FreezeHouse
beforeAll(async () => {
  house = await startFreezeHouse()
}, 300_000)
afterAll(async () => await house?.stop())

let branch: Branch
let other: Branch
beforeEach(async () => {
  ;[branch, other] = await Promise.all([house.openBranch(), house.openBranch()])
})
afterEach(async () => {
  await Promise.all([branch?.close(), other?.close()])
})

describe('a freeze', () => {
  it('of a user stops everything of the user at every gateway, and nothing else, and all acknowledge', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const mine = [await enter(branch, principal), await enter(branch, principal, 'n'), await enter(other, principal)]
    const foreign = await enter(branch, neighbour)
    const report = await house.control.freezeUser(principal, { ...order, incidentId: 'INC-1' })
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
    expect(house.records.at(-1)).toMatchObject({
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
    const report = await house.control.freezeSession({ ...principal, sessionId: frozen.session.id }, order)
    expect(report).toMatchObject({ gateways: { alive: 2, acknowledged: 2 }, sessions: 1 })
    expect(await frozen.stopped).toMatchObject({ code: 'session_frozen' })
    expect(open.controller.signal.aborted).toBe(false)
    expect(await outcomeOf(enter(other, principal))).toBe('session_frozen')
    expect(await outcomeOf(enter(other, principal, 'other'))).toBe('entered')
  })

  it('is acknowledged again when it is repeated', async () => {
    const principal = newPrincipal()
    await house.control.freezeUser(principal, order)
    expect(await house.control.freezeUser(principal, order)).toMatchObject({
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
    expect(await house.control.freezeUser(principal, order)).toMatchObject({ gateways: { acknowledged: 2 } })
    expect(cuts).toBe(1)
  })

  it('is told to be missing where something of the user runs on', async () => {
    const principal = newPrincipal()
    const { leave } = await enterStubbornly(branch, principal)
    const { gateways } = await house.control.freezeUser(principal, order)
    expect(gateways).toMatchObject({ alive: 2, acknowledged: 1 })
    expect(gateways.missing).toEqual([expect.stringMatching(/^gateway-/)])
    leave()
  })

  it('ends with an unfreeze, which is on record first', async () => {
    const principal = newPrincipal()
    const { session } = await enter(branch, principal)
    await house.control.freezeUser(principal, order)
    expect(await house.control.unfreezeUser(principal, order)).toMatchObject({
      changed: true,
      state: 'active',
      version: 2,
    })
    expect(house.records.at(-1)).toMatchObject({ event: 'user.unfrozen', sub: principal.sub })
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
    const unrecorded = house.anotherControl({ outbox: { append }, onError: (error) => errors.push(error) })
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
    const slow = await house.openBranch((store) => ({
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
        ? house.control.freezeUser(principal, order)
        : house.control.freezeSession({ ...principal, sessionId: session.id }, order)
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
    await house.control.freezeSession({ ...principal, sessionId: session.id }, order)
    // What a gateway that had resolved before the freeze might still send: all that the store can write.
    await Promise.allSettled([
      house.sessions.resolve({ principal }),
      house.sessions.resolve({ principal, requested: String(session.id) }),
      house.sessions.resolve({ principal: { ...principal, departments: ['x'] } }),
    ])
    expect(await house.sessions.find(session.id)).toMatchObject({ state: 'frozen', departments: [] })
  })
})

describe('a session that was used a moment ago', () => {
  it('is not looked up again while the lease is fresh', async () => {
    const principal = newPrincipal()
    const { session } = await enter(branch, principal)
    await house.redis.del(createSessionKeys().session(session.id))
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
    const report = await house.control.freezeUser(principal, order)
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
    const { announcement } = await house.sessions.freezeUser(principal, { reason: 'r', by: 'b' })
    branch.commands.restore()
    branch.pushes.restore()
    await stopped
    const acknowledged = () => house.redis.scard(createSessionKeys().acknowledgements(announcement))
    await expect.poll(acknowledged, { timeout: 10_000 }).toBe(2)
    expect(await outcomeOf(enter(branch, principal))).toBe('session_frozen')
  })

  it('looks at every session when the log no longer tells what it missed', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const [mine, foreign] = [await enter(branch, principal), await enter(branch, neighbour)]
    branch.pushes.cut()
    const keys = createSessionKeys()
    await house.redis
      .multi()
      .hset(keys.user(principal).marker, 'state', 'frozen', 'version', 1, 'changed_at_ms', 1, 'reason', 'r', 'by', 'b')
      .incrby(keys.freezeSequence, 3)
      .exec()
    expect(await mine.stopped).toMatchObject({ code: 'session_frozen' })
    expect(foreign.controller.signal.aborted).toBe(false)
  })

  it('stops what it can no longer find when Redis has lost its data', async () => {
    const { stopped } = await enter(branch, newPrincipal())
    await house.sessions.freezeUser(newPrincipal(), { reason: 'r', by: 'b' })
    await house.redis.flushall()
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
    expect(await house.control.freezeUser(newPrincipal(), order)).toMatchObject({
      gateways: { alive: 1, acknowledged: 1 },
    })
  })
})
