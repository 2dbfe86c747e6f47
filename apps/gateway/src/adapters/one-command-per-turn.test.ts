import { createRedisOutbox } from '@sluice/outbox'
import { readOutbox, storedRequestForTests } from '@sluice/outbox/testing'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { SessionSuspicions } from '@sluice/sessions'
import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { createRedisStateMap } from '@sluice/token-vault/redis'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisSemanticCache } from './redis-semantic-cache.ts'

const REQUESTS = 30
/** Sessions of smaller numbers are read as their predecessors stored them, too. */
const FIRST_SESSION = 1_795_363_200_000_000
const scopeOf = (sessionId: number) => ({ tenant: 'acme', sub: 'alice', sessionId, secret: `sealed ${sessionId}` })
const clock = { nowMs: () => 0, monotonicMs: () => 0 }

let server: RedisServer
let redis: Redis
beforeAll(async () => {
  server = await startOwnRedis({ sources: ['binary'] })
  redis = createRedis(server.url, { commandTimeoutMs: 5_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

/** How many scripts the server ran by their digest during the work. */
async function scriptsRun(work: () => Promise<unknown>): Promise<number> {
  const read = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0)
  const before = await read()
  await work()
  return (await read()) - before
}

describe('the adapters of the gateway over one CommandBatcher', () => {
  it('send the mappings and look-ups of a turn as one command, and its records, with what sessions are suspected of, as another', async () => {
    const commands = new CommandBatcher(redis)
    const stateMap = createRedisStateMap(commands, {
      ttlMs: 60_000,
      maxSessionBytes: 1_000_000,
      maxUserBytes: 1_000_000,
      maxBytes: 100_000_000,
    })
    const cache = createRedisSemanticCache(commands, {
      ttlMs: 60_000,
      maxBytes: 100_000_000,
      maxUserBytes: 1_000_000,
    })
    const outbox = createRedisOutbox(commands, { clock })
    const suspicions = new SessionSuspicions(commands, { clock })
    const growth = { messages: 5, halfLifeMs: 60_000 }
    await Promise.all([stateMap.read(scopeOf(FIRST_SESSION), ['A']), cache.find('a', 'acme')])
    const request = async (id: number) => {
      const scope = scopeOf(FIRST_SESSION + id)
      await Promise.all([stateMap.write(scope, new Map([['A', `sealed ${id}`]])), cache.find(`key ${id}`, 'acme')])
      const appended = outbox.append(storedRequestForTests({ request_id: `request-${id}` }))
      await Promise.all([appended, suspicions.note(scope, [`mark-${id}`], growth)])
    }
    const ids = Array.from({ length: REQUESTS }, (_, id) => id)
    const sent = await scriptsRun(() => Promise.all(ids.map(request)))
    expect(sent).toBe(2)
    expect((await readOutbox(redis)).map((record) => record.request_id)).toEqual(ids.map((id) => `request-${id}`))
    expect(await stateMap.read(scopeOf(FIRST_SESSION + 7), ['A'])).toEqual(new Map([['A', 'sealed 7']]))
  })
})
