import { startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ListenerStack, startListenerStack } from '../testing/test-stack.ts'

let stack: ListenerStack
beforeAll(async () => {
  stack = await startListenerStack(undefined, await startOwnRedis({ sources: ['binary'] }))
}, 300_000)
afterAll(async () => await stack?.stop())

it('freezes while Redis is out of memory, and says that it could not record it', async () => {
  const gateway = await stack.openGateway()
  await stack.redisClient.config('SET', 'maxmemory', '1')
  const response = await stack.command({ command: 'freeze_user', user: { sub: 'alice' }, reason: 'phished' })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    state: 'frozen',
    changed: true,
    gateways: { alive: 1, acknowledged: 1 },
    recorded: false,
  })
  expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  const again = { command: 'freeze_user', user: { sub: 'bob' }, reason: 'phished', idempotency_key: 'INC-1' }
  expect((await stack.command(again)).status).toBe(200)
  await stack.redisClient.config('SET', 'maxmemory', '0')
  await gateway.stop()
})
