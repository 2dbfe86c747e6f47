import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createRedisOutbox } from '../redis-outbox.ts'
import { keyOfShard } from '../shards.ts'
import { storedRequestForTests } from '../testing/index.ts'

/** Seconds here; thousands of records and fifty kills are a scenario of the bench. */
const FIXTURE = fileURLToPath(new URL('../../fixtures/consume.ts', import.meta.url))
const SHARDS = 4
const SESSIONS = 16
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() }
const within = { timeout: 60_000, interval: 100 }

let server: RedisServer
let redis: Redis
let prefixes = 0
const children = new Map<string, ChildProcess>()

beforeAll(async () => {
  server = await startOwnRedis({ sources: ['binary'] })
  redis = createRedis(server.url, { commandTimeoutMs: 10_000 })
  await waitForRedis(redis, 10_000)
}, 300_000)
afterEach(() => {
  for (const child of children.values()) child.kill('SIGKILL')
  children.clear()
})
afterAll(async () => {
  redis?.disconnect()
  await server?.stop()
})

interface Handled {
  readonly holder: string
  readonly session: number
  readonly sequence: number
  readonly id: string
}

function openSubject() {
  const keyPrefix = `faults${prefixes++}:`
  const outbox = createRedisOutbox(new CommandBatcher(redis), { clock, keyPrefix, shards: SHARDS })
  let appended = 0
  const handled = async (): Promise<Handled[]> =>
    (await redis.lrange(`${keyPrefix}handled`, 0, -1)).map((line) => {
      const [holder = '', session, sequence, id = ''] = line.split(' ')
      return { holder, session: Number(session), sequence: Number(sequence), id }
    })
  return {
    handled,
    /** Appends records of all sessions in turn, one event each, and takes those for lost that were refused. */
    append: async (count: number) => {
      const records = Array.from({ length: count }, (_, at) =>
        storedRequestForTests({ session_id: at % SESSIONS, layers: [], request_id: `${appended + at}` }),
      )
      const settled = await Promise.allSettled(records.map((record) => outbox.append(record)))
      appended += count
      return settled.filter(({ status }) => status === 'fulfilled').length
    },
    left: async () => {
      const lengths = Array.from({ length: SHARDS }, (_, shard) => redis.xlen(keyOfShard(keyPrefix, shard)))
      return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0)
    },
    /** Who holds which shard. */
    holders: async () =>
      await Promise.all(
        Array.from({ length: SHARDS }, (_, shard) => redis.get(`${keyOfShard(keyPrefix, shard)}:audit:lease`)),
      ),
    start: async (holder: string) => {
      const args = ['--conditions=@sluice/source', FIXTURE, server.url, keyPrefix, holder, `${SHARDS}`]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      children.set(`${keyPrefix}${holder}`, child)
      await once(child.stdout, 'data')
      return child
    },
  }
}

/** Each record once, as it was handled first: every session's numbers must rise by one from 1. */
function numbersBySession(handled: readonly Handled[]): ReadonlyMap<number, readonly number[]> {
  const seen = new Set<string>()
  const numbers = new Map<number, number[]>()
  for (const { session, sequence, id } of handled) {
    if (seen.has(`${session} ${id}`)) continue
    seen.add(`${session} ${id}`)
    numbers.set(session, [...(numbers.get(session) ?? []), sequence])
  }
  return numbers
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('processes of one group', () => {
  it('share the shards evenly, and what a killed one held goes to the others within ten seconds', async () => {
    const { start, holders } = openSubject()
    await Promise.all([start('a'), start('b'), start('c')])
    await expect.poll(async () => (await holders()).toSorted(), within).toEqual(['a', 'a', 'b', 'c'])
    const [child] = [...children.values()]
    child?.kill('SIGKILL')
    // It takes about six; the rest is for a busy machine.
    const soon = { ...within, timeout: 20_000 }
    await expect.poll(async () => (await holders()).toSorted(), soon).toEqual(['b', 'b', 'c', 'c'])
  }, 120_000)

  it('handle every record in the order of its session, although they are killed at random', async () => {
    const { append, start, handled, left } = openSubject()
    const perSession = 100
    let next = 0
    const consumers = [await start(`k${next++}`), await start(`k${next++}`)]
    for (let round = 0; round < 4; round++) {
      expect(await append((perSession * SESSIONS) / 4)).toBe((perSession * SESSIONS) / 4)
      await sleep(50 + Math.random() * 400)
      consumers.shift()?.kill('SIGKILL')
      consumers.push(await start(`k${next++}`))
    }
    await expect.poll(left, within).toBe(0)
    const numbers = numbersBySession(await handled())
    expect(numbers.size).toBe(SESSIONS)
    for (const ofSession of numbers.values()) expect(ofSession).toEqual(upTo(perSession))
  }, 120_000)

  it('leave a shard to another one when stopped, and do not touch it when they go on', async () => {
    const { append, start, handled, left, holders } = openSubject()
    const stopped = await start('stopped')
    await expect.poll(holders, within).toEqual(Array(SHARDS).fill('stopped'))
    await append(2_000)
    await expect.poll(async () => (await handled()).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(20)
    stopped.kill('SIGSTOP')
    await start('other')
    await expect.poll(holders, within).toEqual(Array(SHARDS).fill('other'))
    await expect.poll(left, within).toBe(0)
    const before = (await handled()).length
    stopped.kill('SIGCONT')
    await sleep(1_500)
    // At most the one command of each shard that lay in the socket when it was stopped.
    expect((await handled()).length - before).toBeLessThanOrEqual(SHARDS)
    for (const ofSession of numbersBySession(await handled()).values()) expect(ofSession).toEqual(upTo(125))
  }, 120_000)
})

describe('a consumer goes on', () => {
  it('after Redis has stood still', async () => {
    const { append, start, handled, left } = openSubject()
    await start('one')
    await append(400)
    process.kill(server.pid() ?? 0, 'SIGSTOP')
    await sleep(6_000)
    process.kill(server.pid() ?? 0, 'SIGCONT')
    await append(400)
    await expect.poll(left, within).toBe(0)
    for (const ofSession of numbersBySession(await handled()).values()) expect(ofSession).toEqual(upTo(50))
  }, 120_000)

  it('after Redis was killed and has read its append-only file: what was on it is handled', async () => {
    const { append, start, handled, left } = openSubject()
    await start('one')
    await redis.config('SET', 'appendfsync', 'always')
    await append(800)
    // From here on the file is written within a second or two, and what is not yet there is lost.
    await redis.config('SET', 'appendfsync', 'everysec')
    await append(160)
    await server.kill()
    await server.restart()
    await waitForRedis(redis, 10_000)
    expect(await append(160)).toBe(160)
    await expect.poll(left, within).toBe(0)
    for (const ofSession of numbersBySession(await handled()).values()) {
      expect(ofSession.length).toBeGreaterThanOrEqual(60)
      expect(ofSession).toEqual(upTo(ofSession.length))
    }
  }, 120_000)
})
