import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isProcessAlive } from '../system/is-process-alive.ts'
import type { RedisServer } from './redis-server.ts'
import { startOwnRedis } from './start-own-redis.ts'

describe('startOwnRedis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startOwnRedis({ sources: ['binary'] })
  }, 300_000)
  afterAll(async () => await server?.stop())

  const withClient = async <T>(work: (client: Redis) => Promise<T>, url = server.url): Promise<T> => {
    const client = new Redis(url, { maxRetriesPerRequest: 1 })
    client.on('error', () => undefined)
    try {
      return await work(client)
    } finally {
      client.disconnect()
    }
  }

  it('serves commands and scripts on loopback', async () => {
    expect(server.url).toBe(`redis://127.0.0.1:${server.port}`)
    expect(await withClient((client) => client.eval("return redis.call('PING')", 0))).toBe('PONG')
    expect(await withClient((client) => client.config('GET', 'appendonly'))).toEqual(['appendonly', 'yes'])
  })

  it('comes back on the same port with its data after a crash', async () => {
    await withClient((client) => client.set('kept', 'yes'))
    await server.kill()
    await expect(withClient((client) => client.ping())).rejects.toThrow()
    await server.restart()
    expect(await withClient((client) => client.get('kept'))).toBe('yes')
  })

  it('uses TEST_REDIS_URL with a database of its own and refuses to kill it', async () => {
    process.env.TEST_REDIS_URL = server.url
    try {
      const [first, second] = [await startOwnRedis(), await startOwnRedis()]
      expect(first.url).not.toBe(second.url)
      expect(await withClient((client) => client.get('kept'), first.url)).toBeNull()
      await expect(first.kill()).rejects.toThrow(/TEST_REDIS_URL/)
      await expect(first.restart()).rejects.toThrow(/TEST_REDIS_URL/)
      await first.stop()
      expect(await withClient((client) => client.ping())).toBe('PONG')
    } finally {
      delete process.env.TEST_REDIS_URL
    }
  })

  it('leaves no process behind', async () => {
    const other = await startOwnRedis({ sources: ['binary'] })
    const pid = other.pid()
    expect(pid !== undefined && isProcessAlive(pid)).toBe(true)
    await other.stop()
    expect(pid !== undefined && isProcessAlive(pid)).toBe(false)
  })
})
