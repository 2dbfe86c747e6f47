import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionKeys } from '../store/session-keys.ts'
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

let stack: FreezeTestStack
beforeAll(async () => {
  stack = await startFreezeTestStack()
}, 300_000)
afterAll(async () => await stack?.stop())

let gateway: TestGateway
let other: TestGateway
beforeEach(async () => {
  ;[gateway, other] = await Promise.all([stack.openGateway(), stack.openGateway()])
})
afterEach(async () => {
  await Promise.all([gateway?.close(), other?.close()])
})

describe('a freeze', () => {
  it('of a user stops all requests of the user, and no others, and every gateway acknowledges', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const mine = [await enter(gateway, principal), await enter(gateway, principal, 'n'), await enter(other, principal)]
    const foreign = await enter(gateway, neighbour)
    const report = await stack.control.freezeUser(principal, { ...order, incidentId: 'INC-1' })
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
    expect(gateway.gate.count()).toBe(1)
    for (const { gate } of [gateway, other]) {
      expect(await outcomeOf(enter({ gate }, principal))).toBe('session_frozen')
    }
    expect(stack.records.at(-1)).toMatchObject({
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
    const [frozen, open] = [await enter(gateway, principal), await enter(gateway, principal, 'other')]
    const report = await stack.control.freezeSession({ ...principal, sessionId: frozen.session.id }, order)
    expect(report).toMatchObject({ gateways: { alive: 2, acknowledged: 2 }, sessions: 1 })
    expect(await frozen.stopped).toMatchObject({ code: 'session_frozen' })
    expect(open.controller.signal.aborted).toBe(false)
    expect(await outcomeOf(enter(other, principal))).toBe('session_frozen')
    expect(await outcomeOf(enter(other, principal, 'other'))).toBe('entered')
  })

  it('is acknowledged again when it is repeated', async () => {
    const principal = newPrincipal()
    await stack.control.freezeUser(principal, order)
    expect(await stack.control.freezeUser(principal, order)).toMatchObject({
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
      gateway.gate.leave(controller)
    }
    await gateway.gate.enter({ principal }, { controller, cut })
    expect(await stack.control.freezeUser(principal, order)).toMatchObject({ gateways: { acknowledged: 2 } })
    expect(cuts).toBe(1)
  })

  it('is reported as missing where something of the user runs on', async () => {
    const principal = newPrincipal()
    const { leave } = await enterStubbornly(gateway, principal)
    const { gateways } = await stack.control.freezeUser(principal, order)
    expect(gateways).toMatchObject({ alive: 2, acknowledged: 1 })
    expect(gateways.missing).toEqual([expect.stringMatching(/^gateway-/)])
    leave()
  })

  it('ends with an unfreeze, which is on record first', async () => {
    const principal = newPrincipal()
    const { session } = await enter(gateway, principal)
    await stack.control.freezeUser(principal, order)
    expect(await stack.control.unfreezeUser(principal, order)).toMatchObject({
      changed: true,
      state: 'active',
      version: 2,
    })
    expect(stack.records.at(-1)).toMatchObject({ event: 'user.unfrozen', sub: principal.sub })
    expect(await enter(gateway, principal)).toMatchObject({ session: { id: session.id } })
  })
})

describe('an unfreeze that cannot be recorded', () => {
  it('does not take place, while a freeze does', async () => {
    const principal = newPrincipal()
    const append = async () => {
      throw new Error('no room')
    }
    const errors: Error[] = []
    const unrecorded = stack.anotherControl({
      outbox: { append },
      connection: stack.connect({ onError: (error) => errors.push(error) }),
    })
    expect(await unrecorded.freezeUser(principal, order)).toMatchObject({ changed: true, recorded: false })
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('could not be written')])
    await expect(unrecorded.unfreezeUser(principal, order)).rejects.toThrow('no room')
    expect(await outcomeOf(enter(gateway, principal))).toBe('session_frozen')
    unrecorded.close()
  })
})

describe('a request that begins at the same time as a freeze', () => {
  it.each(['user', 'session'] as const)('of its %s is stopped although Redis had admitted it', async (kind) => {
    const passed = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const slow = await stack.openGateway({
      wrap: (store) => ({
        ...store,
        resolve: async (request) => {
          const session = await store.resolve(request)
          passed.resolve()
          await goOn.promise
          return session
        },
      }),
    })
    const principal = newPrincipal()
    const { session } = await enter(gateway, principal)
    const late = outcomeOf(enter(slow, principal))
    await passed.promise
    const frozen =
      kind === 'user'
        ? stack.control.freezeUser(principal, order)
        : stack.control.freezeSession({ ...principal, sessionId: session.id }, order)
    // The freeze reaches the gateway before the reply that was sent earlier.
    if (kind === 'session') await frozen
    else await expect.poll(() => slow.gate.count()).toBe(0)
    goOn.resolve()
    expect(await late).toBe('session_frozen')
    await frozen
    expect(slow.gate.count()).toBe(0)
    expect(await outcomeOf(enter(slow, principal))).toBe('session_frozen')
    await slow.close()
  })

  it('and writes after it does not undo the freeze', async () => {
    const principal = newPrincipal()
    const { session } = await enter(gateway, principal)
    await stack.control.freezeSession({ ...principal, sessionId: session.id }, order)
    // Everything that the store can write, as a gateway that resolved before the freeze may still send it.
    await Promise.allSettled([
      stack.sessions.resolve({ principal }),
      stack.sessions.resolve({ principal, requested: String(session.id) }),
      stack.sessions.resolve({ principal: { ...principal, departments: ['x'] } }),
    ])
    expect(await stack.sessions.find(session.id)).toMatchObject({ state: 'frozen', departments: [] })
  })
})

describe('a session that was used a moment ago', () => {
  it('is not looked up again while the lease is fresh', async () => {
    const principal = newPrincipal()
    const { session } = await enter(gateway, principal)
    await stack.redis.del(createSessionKeys().session(session.id))
    expect(await enter(gateway, principal)).toMatchObject({ session: { id: session.id } })
    expect((await enter(other, principal)).session.id).not.toBe(session.id)
  })

  it('is looked up for other departments, other clients and other names', async () => {
    const principal = newPrincipal({ departments: ['finance'] })
    const { session } = await enter(gateway, principal)
    const moved = await enter(gateway, { ...principal, departments: ['legal'] })
    expect(moved.session).toMatchObject({ id: session.id, departments: ['legal'] })
    expect((await enter(gateway, { ...principal, client: 'mobile' })).session.id).not.toBe(session.id)
    expect((await enter(gateway, principal, 'n')).session.id).not.toBe(session.id)
  })
})

describe('a gateway that is cut off', () => {
  it('from the pushes alone receives a freeze through its lease', async () => {
    const principal = newPrincipal()
    const { stopped } = await enter(gateway, principal)
    gateway.pushes.cut()
    const report = await stack.control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(report.gateways).toMatchObject({ alive: 2, acknowledged: 2 })
  })

  it.each(['cut', 'freeze'] as const)('from Redis (%s) stops by itself, while others go on', async (fault) => {
    const principal = newPrincipal()
    const [cutOff, connected] = [await enter(gateway, principal), await enter(other, principal)]
    gateway.commands[fault]()
    gateway.pushes[fault]()
    expect(await cutOff.stopped).toMatchObject({ code: 'dependency_unavailable' })
    expect(gateway.gate.isFresh()).toBe(false)
    expect(await outcomeOf(enter(gateway, principal))).toBe('dependency_unavailable')
    expect(connected.controller.signal.aborted).toBe(false)
    expect(await outcomeOf(enter(other, principal))).toBe('entered')

    gateway.commands.restore()
    gateway.pushes.restore()
    await expect.poll(() => gateway.gate.isFresh(), { timeout: 10_000 }).toBe(true)
    expect(await outcomeOf(enter(gateway, principal))).toBe('entered')
  })

  it('does not miss what was frozen before it is back', async () => {
    const principal = newPrincipal()
    const { stopped } = await enter(gateway, principal)
    gateway.commands.cut()
    gateway.pushes.cut()
    const { announcement } = await stack.writer.freezeUser(principal, { reason: 'r', by: 'b' })
    gateway.commands.restore()
    gateway.pushes.restore()
    await stopped
    const acknowledged = () => stack.redis.scard(createSessionKeys().acknowledgements(announcement))
    await expect.poll(acknowledged, { timeout: 10_000 }).toBe(2)
    expect(await outcomeOf(enter(gateway, principal))).toBe('session_frozen')
  })

  it('checks every session when the log no longer shows what it missed', async () => {
    const [principal, neighbour] = [newPrincipal(), newPrincipal()]
    const [mine, foreign] = [await enter(gateway, principal), await enter(gateway, neighbour)]
    gateway.pushes.cut()
    const keys = createSessionKeys()
    await stack.redis
      .multi()
      .hset(keys.user(principal).marker, 'state', 'frozen', 'version', 1, 'changed_at_ms', 1, 'reason', 'r', 'by', 'b')
      .incrby(keys.freezeSequence, 3)
      .exec()
    expect(await mine.stopped).toMatchObject({ code: 'session_frozen' })
    expect(foreign.controller.signal.aborted).toBe(false)
  })

  it('stops what it can no longer find when Redis has lost its data', async () => {
    const { stopped } = await enter(gateway, newPrincipal())
    await stack.writer.freezeUser(newPrincipal(), { reason: 'r', by: 'b' })
    await stack.redis.flushdb()
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    const messages = () => gateway.errors.map(({ message }) => message).join('; ')
    await expect.poll(messages).toContain('lost its data')
  })

  it('keeps its streams when it stood still for longer than the lease', async () => {
    let nowMs = 0
    // Only the test moves this clock: no lease runs out because the machine is slow.
    const standing = await stack.openGateway({ clock: { nowMs: () => Date.now(), monotonicMs: () => nowMs } })
    const { controller } = await enter(standing, newPrincipal())
    nowMs += 600
    expect(standing.gate.isFresh()).toBe(false)
    await standing.gate.ensureFresh()
    expect(standing.gate.isFresh()).toBe(true)
    expect(controller.signal.aborted).toBe(false)
    await standing.close()
  })
})

it('listens to the channel of its own database only, though channels belong to the whole server', async () => {
  const elsewhere = await startFreezeTestStack()
  expect(elsewhere.server.port).toBe(stack.server.port)
  const listeners = async ({ connect }: typeof stack) =>
    Number((await stack.redis.pubsub('NUMSUB', connect({}).keys.freezeChannel))[1])
  expect(await listeners(stack)).toBeGreaterThan(0)
  expect(await listeners(elsewhere)).toBe(0)
  await elsewhere.stop()
})

describe('a gateway that stops', () => {
  it('is not waited for any more', async () => {
    await other.gate.stop()
    expect(await stack.control.freezeUser(newPrincipal(), order)).toMatchObject({
      gateways: { alive: 1, acknowledged: 1 },
    })
  })
})
