import { createRedis, waitForRedis } from '@sluice/redis'
import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FreezeTestStack, order, startFreezeTestStack } from '../testing/freeze-test-stack.ts'
import { newPrincipal } from '../testing/new-principal.ts'

/*
 * Debian's Redis 7.0 has WAIT and no WAITAOF (7.2): where these tests find WAITAOF on the server, a freeze may be
 * `fsynced`; otherwise that answer is not tried.
 */

let primary: RedisServer
let replica: RedisServer
let replicaClient: Redis
let stack: FreezeTestStack
beforeAll(async () => {
  ;[primary, replica] = await Promise.all([
    startOwnRedis({ sources: ['binary'] }),
    startOwnRedis({ sources: ['binary'] }),
  ])
  stack = await startFreezeTestStack(primary)
  replicaClient = createRedis(replica.url)
  await waitForRedis(replicaClient, 5_000)
}, 300_000)
afterAll(async () => {
  replicaClient?.disconnect()
  await Promise.all([stack?.stop(), replica?.stop()])
})

const cause = { reason: order.reason, by: order.actor }
const hasWaitAof = async () => (await stack.redis.info('server')).match(/redis_version:7\.0\./) === null

it('a freeze without a replica is unconfirmed, and waits for nothing', async ({ skip }) => {
  skip(await hasWaitAof(), 'this Redis has WAITAOF: a freeze waits for its own disk')
  await stack.redis.config('RESETSTAT')
  expect(await stack.control.freezeUser(newPrincipal(), order)).toMatchObject({ durable: 'unconfirmed' })
  expect(await stack.redis.info('commandstats')).not.toContain('cmdstat_wait:')
})

describe('a freeze with a replica', () => {
  beforeAll(async () => {
    await replicaClient.call('REPLICAOF', '127.0.0.1', String(primary.port))
    const isUp = async () => expect(await replicaClient.info('replication')).toContain('master_link_status:up')
    await vi.waitFor(isUp, { timeout: 20_000 })
  })
  afterAll(async () => {
    await replicaClient.call('REPLICAOF', 'NO', 'ONE')
    const isGone = async () => expect(await stack.redis.info('replication')).toContain('connected_slaves:0')
    await vi.waitFor(isGone, { timeout: 20_000 })
  })

  it('says that the replica has it', async () => {
    // A replica on a busy machine answers later than a freeze waits.
    const durability = async () => (await stack.control.freezeUser(newPrincipal(), order)).durable
    await expect.poll(durability, { timeout: 15_000 }).toMatch(/^(?:replicated|fsynced)$/)
    const principal = newPrincipal()
    await stack.control.freezeUser(principal, order)
    await expect.poll(() => stack.redis.wait(1, 1_000)).toBe(1)
    const marker = stack.connect({}).keys.user(principal).marker
    expect(await replicaClient.hget(marker, 'state')).toBe('frozen')
  })

  it('says so for many at once, and of a session', async () => {
    const principal = newPrincipal()
    const { id: sessionId } = await stack.sessions.resolve({ principal })
    const freezeMany = async () => {
      const reports = await Promise.all([
        ...Array.from({ length: 20 }, () => stack.control.freezeUser(newPrincipal(), order)),
        stack.control.freezeSession({ ...principal, sessionId }, order),
      ])
      return new Set(reports.map((report) => report?.durable))
    }
    await expect.poll(freezeMany, { timeout: 15_000 }).not.toContain('unconfirmed')
  })

  it('is unconfirmed while its replica stands still, and has taken effect', async () => {
    const pid = replica.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    try {
      const principal = newPrincipal()
      const report = await stack.control.freezeUser(principal, order)
      expect(report.durable).toMatch((await hasWaitAof()) ? /^(?:fsynced|unconfirmed)$/ : /^unconfirmed$/)
      expect(report).toMatchObject({ changed: true, recorded: true })
      await expect(stack.sessions.resolve({ principal })).rejects.toMatchObject({ code: 'session_frozen' })
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

  it('is not waited for where nobody asks for it', async () => {
    const control = stack.anotherControl({ awaitDurable: false })
    expect((await control.freezeUser(newPrincipal(), order)).durable).toBe('unconfirmed')
    control.close()
  })
})

it('an unfreeze says nothing of it: one that is lost leaves the user frozen', async () => {
  const principal = newPrincipal()
  await stack.control.freezeUser(principal, order)
  expect(await stack.control.unfreezeUser(principal, order)).not.toHaveProperty('durable')
})

describe('a freeze whose command timed out', () => {
  it.each(['user', 'session'] as const)('of a %s is recorded when it is seen to hold', async (kind) => {
    const principal = newPrincipal()
    const { id: sessionId } = await stack.sessions.resolve({ principal })
    // Redis knows the scripts: one that it does not know needs a second command, which would not be sent any more.
    const known = newPrincipal()
    const { id: knownId } = await stack.sessions.resolve({ principal: known })
    await stack.writer.freezeSession({ ...known, sessionId: knownId }, cause)
    await stack.writer.freezeUser(known, cause)
    // Redis takes commands that write only after a while: longer than the command may take, and shorter than the
    // client keeps a silent connection, with which the command would be lost.
    await stack.redis.call('CLIENT', 'PAUSE', '1150', 'WRITE')
    const before = stack.records.length
    const own = { ...order, actor: `soar:${principal.sub}`, incidentId: 'INC-9' }
    const freeze =
      kind === 'user'
        ? stack.control.freezeUser(principal, own)
        : stack.control.freezeSession({ ...principal, sessionId }, own)
    await expect(freeze).rejects.toMatchObject({ code: 'dependency_unavailable' })
    expect(stack.records.length).toBe(before)
    const records = () => stack.records.filter(({ actor }) => actor === own.actor)
    await expect.poll(records, { timeout: 16_000 }).toEqual([
      expect.objectContaining({
        event: `${kind}.frozen`,
        sub: principal.sub,
        incident_id: 'INC-9',
        details: expect.objectContaining({ seen_late: true, version: 1 }),
      }),
    ])
  })

  it('and that Redis never took is not recorded', async () => {
    const principal = newPrincipal()
    const own = { ...order, actor: `soar:${principal.sub}` }
    const unreachable = createRedis('redis://127.0.0.1:1')
    const control = stack.anotherControl({ connection: stack.connect({ redis: unreachable }) })
    await expect(control.freezeUser(principal, own)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(stack.records.filter(({ actor }) => actor === own.actor)).toEqual([])
    control.close()
    unreachable.disconnect()
  })
})
