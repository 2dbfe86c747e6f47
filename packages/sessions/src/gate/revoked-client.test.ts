import { apiKeyClient } from '@sluice/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSessionKeys } from '../store/session-keys.ts'
import {
  enter,
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

const key = apiKeyClient('0123456789abcdef')

describe('a revoked key', () => {
  it('stops what runs through it at every gateway, and nothing else of its user', async () => {
    const token = newPrincipal()
    const principal = { ...token, client: key }
    const mine = [await enter(gateway, principal), await enter(gateway, principal, 'n'), await enter(other, principal)]
    const [neighbour, by] = [await enter(gateway, token), await enter(other, { ...token, client: `${key}0` })]
    const report = await stack.control.revokeClient(principal, order, { key: '0123456789abcdef' })
    expect(report).toMatchObject({
      changed: true,
      gateways: { alive: 2, acknowledged: 2, missing: [] },
      recorded: true,
    })
    expect(report.elapsedMs).toBeLessThan(500)
    for (const { stopped } of mine) expect(await stopped).toMatchObject({ code: 'token_invalid' })
    expect([neighbour, by].map(({ controller }) => controller.signal.aborted)).toEqual([false, false])
    for (const { gate } of [gateway, other]) {
      expect(await outcomeOf(enter({ gate }, principal))).toBe('token_invalid')
      expect(await outcomeOf(enter({ gate }, principal, String(neighbour.session.id)))).toBe('token_invalid')
      expect(await outcomeOf(enter({ gate }, token))).toBe('entered')
    }
    expect(stack.records.at(-1)).toMatchObject({
      ...{ event: 'api_key.revoked', severity: 'critical', actor: 'user:carol', sub: token.sub },
      details: { key: '0123456789abcdef', gateways_acknowledged: 2 },
    })
  })

  it('of one user says nothing of the same name with another user or tenant', async () => {
    const principal = { ...newPrincipal(), client: key }
    await stack.control.revokeClient(principal, order, {})
    expect(await outcomeOf(enter(gateway, { ...principal, sub: `${principal.sub}2` }))).toBe('entered')
    expect(await outcomeOf(enter(gateway, { ...principal, tenant: `${principal.tenant}2` }))).toBe('entered')
  })

  it('is told apart by the store from a frozen user', async () => {
    const principal = { ...newPrincipal(), client: key }
    expect(await outcomeOf(stack.sessions.requireUnstopped(principal))).toBe('entered')
    await stack.control.revokeClient(principal, order, {})
    expect(await outcomeOf(stack.sessions.requireUnstopped(principal))).toBe('token_invalid')
    expect(await outcomeOf(stack.sessions.requireUnstopped({ ...principal, client: 'cli' }))).toBe('entered')
    await stack.control.freezeUser(principal, order)
    expect(await outcomeOf(stack.sessions.requireUnstopped(principal))).toBe('session_frozen')
  })

  it('stops its requests where the freeze log has lost the entry', async () => {
    const principal = { ...newPrincipal(), client: key }
    const { stopped } = await enter(gateway, principal)
    const spared = await enter(gateway, { ...principal, client: 'cli' })
    const keys = createSessionKeys()
    await stack.redis.hset(keys.user(principal).client(key), 'state', 'frozen')
    await stack.redis.incrby(keys.freezeSequence, 5)
    expect(await stopped).toMatchObject({ code: 'token_invalid' })
    expect(spared.controller.signal.aborted).toBe(false)
  })

  it('is refused, as any other, where the gateway cannot know of revocations', async () => {
    const principal = { ...newPrincipal(), client: key }
    const { stopped } = await enter(gateway, principal)
    gateway.commands.cut()
    gateway.pushes.cut()
    expect(await stopped).toMatchObject({ code: 'dependency_unavailable' })
    expect(await outcomeOf(enter(gateway, principal))).toBe('dependency_unavailable')
    gateway.commands.restore()
    gateway.pushes.restore()
    await stack.control.revokeClient(principal, order, {})
    await expect.poll(() => outcomeOf(enter(gateway, principal)), { timeout: 10_000 }).toBe('token_invalid')
  })

  it('ends with a freeze of its owner', async () => {
    const principal = { ...newPrincipal(), client: key }
    const { stopped } = await enter(gateway, principal)
    await stack.control.freezeUser(principal, order)
    expect(await stopped).toMatchObject({ code: 'session_frozen' })
    expect(await outcomeOf(enter(other, principal))).toBe('session_frozen')
  })
})

describe('a key that was changed', () => {
  it('is told to every gateway, which goes on with what runs through it', async () => {
    const told: string[] = []
    const third = await stack.openGateway({ onClientChanged: (client) => told.push(client) })
    const principal = { ...newPrincipal(), client: key }
    const { controller } = await enter(third, principal)
    const report = await stack.control.announceClient(principal)
    expect(report.gateways).toEqual({ alive: 3, acknowledged: 3, missing: [] })
    expect(told).toEqual([key])
    expect(controller.signal.aborted).toBe(false)
    expect(await outcomeOf(enter(third, principal))).toBe('entered')
    await stack.control.revokeClient(principal, order, {})
    expect(told).toEqual([key, key])
    await stack.control.announceClient(principal)
    expect(await outcomeOf(enter(third, principal))).toBe('token_invalid')
    await third.close()
  })

  it('is told as lost where the freeze log has lost the entry', async () => {
    const lost = Promise.withResolvers<void>()
    const third = await stack.openGateway({ onChangesLost: () => lost.resolve() })
    await stack.redis.incrby(createSessionKeys().freezeSequence, 5)
    await lost.promise
    await third.close()
  })
})
