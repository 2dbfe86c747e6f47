import { type RedisLease, startRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BudgetName, budgetId, budgetKey, readBudgets, windowAt } from './budget-accounts.ts'
import { createRedis, waitForRedis } from './redis-client.ts'

let server: RedisLease
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

const name = (changes: Partial<BudgetName> = {}): BudgetName => ({
  ...{ scope: 'user', tenant: 't', name: 'alice', limit: 'tokensPerDay', window: '2026-11-30', ...changes },
})

it.each([
  ['day', Date.UTC(2026, 10, 30, 23, 59), '2026-11-30', Date.UTC(2026, 11, 1)],
  ['month', Date.UTC(2026, 11, 31, 23, 59), '2026-12', Date.UTC(2027, 0, 1)],
  ['day', Date.UTC(2028, 1, 28), '2028-02-28', Date.UTC(2028, 1, 29)],
] as const)('the %s of %d is %s', (kind, nowMs, id, endsAtMs) => {
  expect(windowAt(kind, nowMs)).toEqual({ id, endsAtMs })
})

describe('accounts of budgets', () => {
  it('are read in the order in which they are asked for, and are 0 where nothing was taken', async () => {
    await redis.set(budgetKey(budgetId(name())), '120')
    await redis.set(budgetKey(budgetId(name({ scope: 'tenant', name: 't' }))), '9007199254740991')
    const asked = [name({ scope: 'tenant', name: 't' }), name({ window: '2026-11-29' }), name()]
    expect(await readBudgets(redis, asked)).toEqual([Number.MAX_SAFE_INTEGER, 0, 120])
    expect(await readBudgets(redis, [])).toEqual([])
  })

  it.each(['x', '-1', '1.5', ''])('that hold %j are no amount', async (text) => {
    await redis.set(budgetKey(budgetId(name({ name: 'odd' }))), text)
    await expect(readBudgets(redis, [name({ name: 'odd' })])).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })

  it('cannot be told without Redis', async () => {
    const away = createRedis('redis://127.0.0.1:1', { commandTimeoutMs: 100 })
    away.on('error', () => undefined)
    await expect(readBudgets(away, [name()])).rejects.toMatchObject({ code: 'dependency_unavailable' })
    away.disconnect()
  })
})
