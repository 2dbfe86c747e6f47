import { CODENAMES_CHANNEL } from '@sluice/codename-store'
import { createCodenamesRepository } from '@sluice/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

let stack: GatewayStack
beforeAll(async () => {
  stack = await startGatewayStack()
})
afterAll(() => stack.stop())

const ask = () => stack.post('alice', { model: 'stub-model', messages: [{ role: 'user', content: 'Hello.' }] })

it('refuses a tenant whose codenames it cannot open, because the old ones would let the new ones through', async () => {
  expect((await ask()).status).toBe(200)
  const order = { tenant: 'default', by: 'user:erin', at: new Date(0), expected: 0 }
  const counts = { departments: {}, classes: {} }
  await createCodenamesRepository(stack.database).change(order, async (_, version) => [
    { block: 3, version, sealed: 'k1.AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA', terms: 1, counts },
  ])
  await stack.redisClient.publish(CODENAMES_CHANNEL, 'changed')
  await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(503)
  expect(await errorOf(await ask())).toMatchObject({ code: 'dependency_unavailable' })
  expect(stack.logged()).toContain('codenames cannot be used')
})
