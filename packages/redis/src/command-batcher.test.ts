import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import * as fc from 'fast-check'
import { Cluster, type Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CommandBatcher } from './command-batcher.ts'
import { createRedis, waitForRedis } from './redis-client.ts'

const INCREMENT = "return redis.call('INCRBY', KEYS[1], ARGV[1])"
const PUSH = "return redis.call('RPUSH', KEYS[1], ARGV[1])"
const FAIL = "return redis.call('HGET', KEYS[1], 'x')"
const REFUSE = "return redis.error_reply('NO ' .. ARGV[1])"
const NOTHING = 'return nil'
const ECHO = 'return {KEYS[1], ARGV[1], ARGV[2]}'

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

/** How many scripts the server ran during the work: one per batch. */
async function scriptsRun(work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const stats = await redis.info('commandstats')
    return [
      ...stats.matchAll(
        /cmdstat_eval(?:sha)?:calls=(\d+),usec=\d+,usec_per_call=[\d.]+,rejected_calls=\d+,failed_calls=(\d+)/g,
      ),
    ]
      .map(([, calls, failed]) => Number(calls) - Number(failed))
      .reduce((sum, calls) => sum + calls, 0)
  }
  const before = await read()
  await work()
  return (await read()) - before
}

describe('CommandBatcher', () => {
  it('sends the commands of one turn as one, each with its own keys, arguments and reply', async () => {
    const batcher = new CommandBatcher(redis)
    const [echo, increment, nothing] = [batcher.define(ECHO), batcher.define(INCREMENT), batcher.define(NOTHING)]
    const replies: unknown[] = []
    const run = async () => {
      replies.push(
        ...(await Promise.all([
          echo(['a'], ['x', 1]),
          increment(['sum'], [2]),
          nothing(['b'], []),
          increment(['sum'], [3]),
        ])),
      )
    }
    expect(await scriptsRun(run)).toBe(1)
    expect(replies).toEqual([['a', 'x', '1'], 2, null, 5])
  })

  it('takes what is called in the callbacks of one poll together, and what comes later into the next', async () => {
    const batcher = new CommandBatcher(redis)
    const push = batcher.define(PUSH)
    const calledLater = () => Promise.resolve().then(() => push(['later'], ['b']))
    expect(await scriptsRun(() => Promise.all([push(['later'], ['a']), calledLater()]))).toBe(1)
    const calledAfterwards = async () => {
      await push(['later'], ['c'])
      await push(['later'], ['d'])
    }
    expect(await scriptsRun(calledAfterwards)).toBe(2)
    expect(await redis.lrange('later', 0, -1)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('bounds a batch by commands and by length, and keeps the order over all of them', async () => {
    const values = Array.from({ length: 10 }, (_, index) => `v${index}`)
    const counted = new CommandBatcher(redis, { maxCommands: 4 }).define(PUSH)
    expect(await scriptsRun(() => Promise.all(values.map((value) => counted(['counted'], [value]))))).toBe(3)
    expect(await redis.lrange('counted', 0, -1)).toEqual(values)
    const long = values.map((value) => value.padEnd(100))
    const measured = new CommandBatcher(redis, { maxLength: 250 }).define(PUSH)
    expect(await scriptsRun(() => Promise.all(long.map((value) => measured(['measured'], [value]))))).toBe(5)
    expect(await redis.lrange('measured', 0, -1)).toEqual(long)
    expect(await measured(['larger'], ['x'.repeat(1_000)])).toBe(1)
  })

  it('fails a command alone whose keys or arguments Redis does not take', async () => {
    const batcher = new CommandBatcher(redis)
    const [increment, fail, refuse] = [batcher.define(INCREMENT), batcher.define(FAIL), batcher.define(REFUSE)]
    const settled = await Promise.allSettled([
      increment(['own'], [1]),
      fail(['own'], []),
      refuse(['own'], ['x']),
      increment(['own'], ['word']),
      increment(['own'], Array(7_000).fill(1)),
      increment(['own'], [1]),
    ])
    expect(settled).toMatchObject([
      { value: 1 },
      { reason: { code: 'dependency_unavailable', cause: { message: expect.stringContaining('WRONGTYPE') } } },
      { reason: { code: 'dependency_unavailable', cause: { message: 'NO x' } } },
      { reason: { code: 'dependency_unavailable', cause: { message: expect.stringContaining('not an integer') } } },
      { reason: { message: 'One command takes at most 7000 keys and arguments.' } },
      { value: 2 },
    ])
  })

  it('works on after the server has forgotten its scripts, and with a command that is defined later', async () => {
    const batcher = new CommandBatcher(redis)
    const increment = batcher.define(INCREMENT)
    await increment(['forgotten'], [1])
    await redis.script('FLUSH')
    expect(await increment(['forgotten'], [1])).toBe(2)
    expect(await Promise.all([batcher.define(ECHO)(['k'], ['a', 'b']), increment(['forgotten'], [1])])).toEqual([
      ['k', 'a', 'b'],
      3,
    ])
    expect(await batcher.define(INCREMENT)(['forgotten'], [1])).toBe(4)
  })

  it('settles each of any calls once, with its own reply, however they fall and fail', async () => {
    const batcher = new CommandBatcher(redis, { maxCommands: 5, maxLength: 400 })
    const [push, fail, echo] = [batcher.define(PUSH), batcher.define(FAIL), batcher.define(ECHO)]
    const call = fc.record({
      kind: fc.constantFrom('push', 'fail', 'echo'),
      key: fc.nat({ max: 2 }),
      value: fc.string({ maxLength: 90 }),
      turns: fc.nat({ max: 3 }),
    })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (calls) => {
        const run = runs++
        const settlements = calls.map(() => 0)
        const pushed = new Map<string, string[]>()
        await Promise.all(
          calls.map(async ({ kind, key, value, turns }, index) => {
            for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
            const name = `list:${run}:${key}`
            if (kind === 'push') {
              const expected = [...(pushed.get(name) ?? []), value]
              pushed.set(name, expected)
              expect(await push([name], [value])).toBe(expected.length)
            } else if (kind === 'echo') {
              expect(await echo([name], [value, index])).toEqual([name, value, `${index}`])
            } else {
              // A list is no hash; a missing one has no member.
              const before = pushed.has(name)
              const outcome = await fail([name], []).catch((error: unknown) => error)
              if (before) expect(outcome).toMatchObject({ code: 'dependency_unavailable' })
              else expect(outcome).toBeNull()
            }
            settlements[index] = (settlements[index] ?? 0) + 1
          }),
        )
        expect(settlements).toEqual(calls.map(() => 1))
        for (const [name, values] of pushed) expect(await redis.lrange(name, 0, -1)).toEqual(values)
      }),
      { numRuns: 60 },
    )
  })
})

describe('CommandBatcher without Redis', () => {
  it('rejects every command of the turn, and no other', async () => {
    const client = createRedis(server.url, { commandTimeoutMs: 5_000 })
    await waitForRedis(client, 10_000)
    const batcher = new CommandBatcher(client)
    const increment = batcher.define(INCREMENT)
    const served = await Promise.all([increment(['gone'], [1]), increment(['gone'], [1])])
    client.disconnect()
    const refused = await Promise.allSettled([increment(['gone'], [1]), increment(['gone'], [1])])
    expect(served).toEqual([1, 2])
    expect(refused).toMatchObject(Array(2).fill({ reason: { code: 'dependency_unavailable' } }))
    expect(await redis.get('gone')).toBe('2')
  })
})

describe('CommandBatcher over a connection that breaks', () => {
  it('settles each call once, and acknowledges no command that Redis has not run', async () => {
    const client = createRedis(server.url, { commandTimeoutMs: 5_000 })
    await waitForRedis(client, 10_000)
    const push = new CommandBatcher(client, { maxCommands: 3 }).define(PUSH)
    const call = fc.record({ breaks: fc.boolean(), turns: fc.nat({ max: 12 }) })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 8, maxLength: 24 }), async (calls) => {
        await waitForRedis(client, 10_000)
        const list = `broken:${runs++}`
        const id = await client.client('ID')
        const settled = await Promise.allSettled(
          calls.map(async ({ breaks, turns }, index) => {
            for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
            if (breaks && index % 6 === 0) await redis.client('KILL', 'ID', id)
            return await push([list], [index])
          }),
        )
        const kept = new Set(await redis.lrange(list, 0, -1))
        expect(kept.size).toBe(await redis.llen(list))
        for (const [index, outcome] of settled.entries()) {
          if (outcome.status === 'fulfilled') expect(kept).toContain(`${index}`)
          else expect(outcome.reason).toMatchObject({ code: 'dependency_unavailable' })
        }
      }),
      { numRuns: 15 },
    )
    client.disconnect()
  })
})

describe('CommandBatcher on a cluster', () => {
  it('sends a batch per slot, so that no command is refused for the slots of its keys', async () => {
    const node = await startOwnRedis({ sources: ['binary'], cluster: true })
    const setUp = createRedis(node.url)
    await waitForRedis(setUp, 10_000)
    await setUp.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    await expect.poll(() => setUp.call('CLUSTER', 'INFO'), { timeout: 10_000 }).toContain('cluster_state:ok')
    const cluster = new Cluster([{ host: '127.0.0.1', port: node.port }], { slotsRefreshTimeout: 5_000 })
    try {
      const increment = new CommandBatcher(cluster).define(
        "return {redis.call('INCR', KEYS[1]), redis.call('INCR', KEYS[2])}",
      )
      const keys = (tag: number): [string, string] => [`{s:${tag}}:a`, `{s:${tag}}:b`]
      const replies = await Promise.all([1, 2, 3, 1].map((tag) => increment(keys(tag), [])))
      expect(replies).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
        [2, 2],
      ])
      await expect(increment(['{s:1}:a', '{s:2}:b'], [])).rejects.toMatchObject({ code: 'dependency_unavailable' })
    } finally {
      cluster.disconnect()
      setUp.disconnect()
      await node.stop()
    }
  })
})
