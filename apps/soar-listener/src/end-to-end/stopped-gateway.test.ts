import { type GatewayProcess, readFrames, startGatewayProcess } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListenerStack, startListenerStack } from '../testing/test-stack.ts'

const ALICE = { sub: 'alice', preferredUsername: 'alice.a', groups: [] }
const LEASES = 'sluice:{sessions}:gateways'

let stack: ListenerStack
let gateway: GatewayProcess
beforeAll(async () => {
  stack = await startListenerStack()
  gateway = await startGatewayProcess({ redisUrl: stack.redis.url, databaseUrl: stack.databaseUrl, oidc: stack.oidc })
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await stack?.stop()
})

describe('a gateway whose process stood still', () => {
  it('while its user was frozen sends nothing of the answer when it goes on', async () => {
    const stream = await gateway.openStream(ALICE)
    process.kill(gateway.process.pid, 'SIGSTOP')
    // The rest of the answer lies in the socket of the gateway.
    stream.release()
    await stream.upstream.ended
    const endsAtMs = Number(
      await stack.redisClient.zscore(LEASES, (await stack.redisClient.zrange(LEASES, '0', '0'))[0] ?? ''),
    )
    await expect.poll(() => Date.now() > endsAtMs + 1_000, { timeout: 5_000 }).toBe(true)
    const answer = await stack.command({ command: 'freeze_user', user: { sub: 'alice' }, reason: 'test' })
    expect(await answer.json()).toMatchObject({ state: 'frozen', gateways: { alive: 0, acknowledged: 0, missing: [] } })
    process.kill(gateway.process.pid, 'SIGCONT')
    const read = readFrames(await stream.body)
    expect(read).toMatchObject({ done: false })
    expect(['session_frozen', 'dependency_unavailable']).toContain(read.errors[0])
    expect(read.text).not.toContain('four')
    expect((await gateway.ask(ALICE)).status).toBe(403)
  })
})
