import { fileURLToPath } from 'node:url'
import { createSubscriber } from '@sluice/redis'
import { findFreePort, type ManagedProcess, startProcess } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type House, listenerEnvironment, principalOf, signHeaders, startHouse } from './house.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SLEEPER = ['sluice:{sessions}:gateways', 'gateway-asleep'] as const
const alice = { tenant: 'default', sub: 'alice' }

let house: House
const processes: ManagedProcess[] = []
beforeAll(async () => {
  house = await startHouse()
}, 300_000)
afterAll(async () => {
  for (const one of processes) await one.end('SIGKILL')
  await house?.stop()
})

/** A listener in a process of its own, from the sources. */
async function startListener() {
  const port = await findFreePort()
  const { databaseUrl, oidc } = house
  const listener = await startProcess({
    name: 'soar-listener',
    command: process.execPath,
    args: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning', MAIN],
    env: { ...listenerEnvironment({ redisUrl: house.redis.url, databaseUrl, oidc }), PORT: String(port) },
    readyText: '"msg":"ready"',
  })
  processes.push(listener)
  const send = (body: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/soar/command`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  return { listener, send }
}

/** Kills the process hard when the next freeze is announced, which happens in one step with its marker. */
async function killWhenFrozen({ pid }: ManagedProcess): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscriber = createSubscriber(house.redis.url, {
      channels: ['sluice:{sessions}:freezes'],
      connectionName: 'test',
      onMessage: () => {
        process.kill(pid, 'SIGKILL')
        subscriber.close()
      },
      onSubscribed: resolve,
    })
  })
}

describe('a crash between the marker and the acknowledgements', () => {
  it('leaves the user frozen, and a redelivery gives the full answer', async () => {
    const gate = await house.openGateway()
    const session = await house.beginSession(alice)
    // A gateway that never acknowledges: the command has frozen the user, and waits.
    await house.client.zadd(SLEEPER[0], Date.now() + 3_600_000, SLEEPER[1])
    const first = await startListener()
    const command = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'test', idempotency_key: 'case-9' }
    const body = JSON.stringify(command)
    const headers = signHeaders(body)
    await killWhenFrozen(first.listener)
    expect(await first.send(body, headers).then(({ status }) => status, String)).toMatch(/fetch failed/)
    await first.listener.exited

    expect(await house.noteOf('default', 'alice')).toMatchObject({ state: 'frozen', by: 'soar:xsoar' })
    expect(await house.sessions.find(session.id)).toMatchObject({ state: 'frozen' })
    await expect(house.sessions.resolve({ principal: principalOf(alice) })).rejects.toMatchObject({
      code: 'session_frozen',
    })

    // The claims of the dead process end by themselves; the test need not wait for that.
    const claims = await house.client.keys('sluice:soar:*')
    expect(claims).toHaveLength(2)
    for (const claim of claims) {
      const left = await house.client.pttl(claim)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(15_000)
      await house.client.pexpire(claim, 1)
    }
    await vi.waitFor(async () => expect(await house.client.keys('sluice:soar:*')).toEqual([]))
    await house.client.zrem(...SLEEPER)

    const second = await startListener()
    const again = await second.send(body, headers)
    expect(again.status).toBe(200)
    expect(await again.json()).toMatchObject({
      user: alice,
      state: 'frozen',
      changed: false,
      version: 1,
      sessions_frozen: 1,
      gateways: { alive: 1, acknowledged: 1, missing: [] },
      recorded: true,
    })
    expect((await house.takeRecords()).map(({ event }) => event)).toEqual(['user.frozen'])
    await gate.stop()
  }, 60_000)

  it('while the claim lasts, a redelivery is told to come again', async () => {
    await house.client.zadd(SLEEPER[0], Date.now() + 3_600_000, SLEEPER[1])
    const { listener, send } = await startListener()
    const body = JSON.stringify({ command: 'freeze_user', user: { sub: 'bob' }, reason: 'test' })
    const headers = signHeaders(body)
    await killWhenFrozen(listener)
    await expect(send(body, headers)).rejects.toThrow('fetch failed')
    await house.client.zrem(...SLEEPER)
    const again = await house.post(body, headers)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'in_flight' })
    expect(again.headers.get('retry-after')).toBe('1')
  }, 60_000)
})
