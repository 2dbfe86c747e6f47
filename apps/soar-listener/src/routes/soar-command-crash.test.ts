import { fileURLToPath } from 'node:url'
import { createSubscriber } from '@sluice/redis'
import { findFreePort, type ManagedProcess, startProcess } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ListenerStack, principalOf, signHeaders, startListenerStack } from '../testing/test-stack.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const SLEEPER = ['sluice:{sessions}:gateways', 'gateway-asleep'] as const
const alice = { tenant: 'default', sub: 'alice' }

let stack: ListenerStack
const processes: ManagedProcess[] = []
beforeAll(async () => {
  stack = await startListenerStack()
}, 300_000)
afterAll(async () => {
  for (const one of processes) await one.end('SIGKILL')
  await stack?.stop()
})

/** Starts a listener from the sources in another process. */
async function startListener() {
  const port = await findFreePort()
  const listener = await startProcess({
    name: 'soar-listener',
    command: process.execPath,
    args: ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning', MAIN],
    env: { ...stack.env, PORT: String(port) },
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
  const database = new URL(stack.redis.url).pathname.slice(1)
  await new Promise<void>((resolve) => {
    const subscriber = createSubscriber(stack.redis.url, {
      channels: [`sluice:{sessions}:freezes${database === '' ? '' : `:${database}`}`],
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
    const gate = await stack.openGateway()
    const session = await stack.beginSession(alice)
    // A gateway that never acknowledges: the command has frozen the user, and waits.
    await stack.redisClient.zadd(SLEEPER[0], Date.now() + 3_600_000, SLEEPER[1])
    const first = await startListener()
    const command = { command: 'freeze_user', user: { sub: 'alice' }, reason: 'test', idempotency_key: 'case-9' }
    const body = JSON.stringify(command)
    const headers = signHeaders(body)
    await killWhenFrozen(first.listener)
    expect(await first.send(body, headers).then(({ status }) => status, String)).toMatch(/fetch failed/)
    await first.listener.exited

    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen', by: 'soar:xsoar' })
    expect(await stack.sessions.find(session.id)).toMatchObject({ state: 'frozen' })
    await expect(stack.sessions.resolve({ principal: principalOf(alice) })).rejects.toMatchObject({
      code: 'session_frozen',
    })

    // The claims of the dead process end by themselves; the test need not wait for that.
    const claims = await stack.redisClient.keys('sluice:soar:*')
    expect(claims).toHaveLength(2)
    for (const claim of claims) {
      const left = await stack.redisClient.pttl(claim)
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(15_000)
      await stack.redisClient.pexpire(claim, 1)
    }
    await vi.waitFor(async () => expect(await stack.redisClient.keys('sluice:soar:*')).toEqual([]))
    await stack.redisClient.zrem(...SLEEPER)

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
    // A listener that takes four seconds to start finds that another process has recorded the freeze, and tells of the
    // redelivery beside it.
    expect((await stack.takeRecords()).map(({ event }) => event).join()).toMatch(/^user\.frozen(?:,user\.frozen)?$/)
    await gate.stop()
  }, 60_000)

  it('while the claim lasts, a redelivery gives in_flight', async () => {
    await stack.redisClient.zadd(SLEEPER[0], Date.now() + 3_600_000, SLEEPER[1])
    const { listener, send } = await startListener()
    const body = JSON.stringify({ command: 'freeze_user', user: { sub: 'bob' }, reason: 'test' })
    const headers = signHeaders(body)
    await killWhenFrozen(listener)
    await expect(send(body, headers)).rejects.toThrow('fetch failed')
    await stack.redisClient.zrem(...SLEEPER)
    const again = await stack.post(body, headers)
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'in_flight' })
    expect(again.headers.get('retry-after')).toBe('1')
  }, 60_000)
})
