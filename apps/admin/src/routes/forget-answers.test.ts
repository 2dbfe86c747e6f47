import { readOutbox } from '@sluice/outbox/testing'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { createSealedTexts } from '@sluice/token-vault/redis'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

let stack: AdminStack
/** The connections of two gateways. Neither is told anything. */
let gateways: readonly [Redis, Redis]
beforeAll(async () => {
  stack = await startAdminStack()
  const connect = async () => {
    const redis = createRedis(stack.env['REDIS_URL'] ?? '', { commandTimeoutMs: 5_000 })
    await waitForRedis(redis, 10_000)
    return redis
  }
  gateways = [await connect(), await connect()]
}, 300_000)
afterAll(async () => {
  for (const redis of gateways ?? []) redis.disconnect()
  await stack?.stop()
})

const BOUNDS = { ttlMs: 60_000, maxBytes: 64_000_000, maxUserBytes: 16_000_000 }
/** One for each user, in every slot. */
const KEYS = Array.from({ length: 100 }, (_, index) => `key ${index}`)
const [ALICE, BOB, STRANGER] = [
  { tenant: 'default', sub: 'u-alice' },
  { tenant: 'default', sub: 'u-bob' },
  { tenant: 'other', sub: 'u-alice' },
]

function storesOfGateways() {
  const [one, other] = gateways.map((redis) => createSealedTexts(new CommandBatcher(redis), 'answers', BOUNDS))
  if (one === undefined || other === undefined) throw new Error('two gateways')
  return [one, other] as const
}

/** Remembers an answer of each of the three users under each key, and says whose are found then. */
async function remembered() {
  const stores = storesOfGateways()
  const owners = [ALICE, BOB, STRANGER]
  const ofAll = owners.flatMap((owner) => KEYS.map((key) => ({ owner, key: `${owner.tenant} ${owner.sub} ${key}` })))
  const begun = await Promise.all(
    ofAll.map(async ({ owner, key }) => ({ owner, key, ...(await stores[0].find(key, owner.tenant)) })),
  )
  const store = async () =>
    await Promise.all(begun.map(({ owner, key, generation }) => stores[1].store(key, 'answer', owner, generation)))
  await store()
  const found = async () =>
    await Promise.all(
      stores.map(async (one) => {
        const texts = await Promise.all(ofAll.map(async ({ owner, key }) => (await one.find(key, owner.tenant)).text))
        return owners.map((owner) => ofAll.filter((each, at) => each.owner === owner && texts[at] !== undefined).length)
      }),
    )
  return { found, storeAgain: store }
}

const forget = (who: Parameters<AdminStack['call']>[0], order: object) =>
  stack.call(who, 'POST', '/admin/cache/forget', { reason: 'A wrong answer went round.', ...order })

it('forgets the answers of a tenant at every gateway, also what is still being answered, and of nobody else', async () => {
  const { found, storeAgain } = await remembered()
  const each = KEYS.length
  expect(await found()).toEqual([
    [each, each, each],
    [each, each, each],
  ])
  expect(await okJson(await forget('erin', {}))).toEqual({})
  expect(await found()).toEqual([
    [0, 0, each],
    [0, 0, each],
  ])
  // The model was asked before, and answers now.
  await storeAgain()
  expect(await found()).toEqual([
    [0, 0, each],
    [0, 0, each],
  ])
  // What is asked from now on is remembered again.
  const { found: foundAnew } = await remembered()
  expect(await foundAnew()).toEqual([
    [each, each, each],
    [each, each, each],
  ])
  expect(await okJson(await forget('carol', { user: 'u-alice' }))).toEqual({ user: 'u-alice' })
  expect(await foundAnew()).toEqual([
    [0, each, each],
    [0, each, each],
  ])
})

it('is on record, with whose answers', async () => {
  await okJson(await forget('carol', { user: 'u-bob' }))
  const records = (await readOutbox(gateways[0])).filter((record) => record.kind === 'control')
  expect(records.at(-1)).toMatchObject({
    ...{ event: 'answers.forgotten', actor: 'user:carol', tenant: 'default', sub: 'u-bob' },
    reason: 'A wrong answer went round.',
  })
})

it('refuses a user whom nobody knows', async () => {
  expect((await problemOf(await forget('carol', { user: 'u-bbo' }))).code).toBe('user_not_found')
})
