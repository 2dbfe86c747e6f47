import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreezeTestStack, order, startFreezeTestStack } from '../testing/freeze-test-stack.ts'
import { newPrincipal } from '../testing/new-principal.ts'
import { FreezeFeed } from './freeze-feed.ts'
import { createFreezeWriter } from './freeze-writer.ts'

let stack: FreezeTestStack

beforeAll(async () => {
  stack = await startFreezeTestStack()
  // The log begins with the first entry.
  await stack.control.freezeUser(newPrincipal(), order)
})
afterAll(() => stack.stop())

it('tells of each change once, in order, from its start on', async () => {
  const feed = new FreezeFeed({ redis: stack.redis })
  await feed.start()
  expect(await feed.next()).toEqual({ entries: [], hasGap: false })
  const [one, other] = [newPrincipal(), newPrincipal()]
  await stack.control.freezeUser(one, order)
  const { id: sessionId } = await stack.sessions.resolve({ principal: other })
  await stack.control.freezeSession({ ...other, sessionId }, order)
  await stack.control.unfreezeUser(one, order)
  const { entries, hasGap } = await feed.next()
  expect(hasGap).toBe(false)
  expect(entries.map(({ state, user, sessionId: id }) => [state, user.sub, id])).toEqual([
    ['frozen', one.sub, undefined],
    ['frozen', other.sub, sessionId],
    ['active', one.sub, undefined],
  ])
  expect(await feed.next()).toEqual({ entries: [], hasGap: false })
})

it('counts the gateways that have confirmed, and holds no lease itself', async () => {
  const feed = new FreezeFeed({ redis: stack.redis })
  await feed.start()
  expect(await feed.gateways()).toEqual([])
  const gateway = await stack.openGateway()
  await stack.control.freezeUser(newPrincipal(), order)
  const [entry] = (await feed.next()).entries
  expect(await feed.gateways()).toHaveLength(1)
  expect(await feed.acknowledged(entry?.announcement ?? 0)).toEqual(await feed.gateways())
  await gateway.close()
})

it('says that it cannot tell, where the log was trimmed or lost, and goes on from there', async () => {
  // A log of its own, because nobody can go on with what is left of it.
  const connection = stack.connect({ keyPrefix: 'broken-log' })
  const { keys } = connection
  const feed = new FreezeFeed({ redis: stack.redis, keyPrefix: 'broken-log' })
  await feed.start()
  const writer = createFreezeWriter(connection, 1_800_000)
  for (const user of [newPrincipal(), newPrincipal()])
    await writer.freezeUser(user, { reason: order.reason, by: order.actor })
  await stack.redis.xtrim(keys.freezeLog, 'MAXLEN', 1)
  expect(await feed.next()).toMatchObject({ entries: [{ state: 'frozen' }], hasGap: true })
  await stack.redis.set(keys.freezeSequence, '5')
  expect(await feed.next()).toEqual({ entries: [], hasGap: true })
  expect(await feed.next()).toEqual({ entries: [], hasGap: false })
  await stack.redis.set(keys.freezeSequence, 'nonsense')
  await expect(feed.next()).rejects.toMatchObject({ code: 'dependency_unavailable' })
})
