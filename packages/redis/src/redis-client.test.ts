import { type RedisServer, startOwnRedis, startTcpProxy } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRedis, createRedis, waitForRedis } from './redis-client.ts'
import { createRedisScript } from './redis-script.ts'

describe('createRedis', () => {
  let server: RedisServer
  let redis: Redis
  const failures: Error[] = []
  beforeAll(async () => {
    server = await startOwnRedis({ sources: ['binary'] })
    redis = createRedis(server.url, { onError: (error) => failures.push(error), commandTimeoutMs: 1_000 })
    await waitForRedis(redis, 5_000)
  })
  afterAll(async () => {
    redis?.disconnect()
    await server?.stop()
  })

  const untilReady = async () =>
    await expect.poll(() => checkRedis(redis).then(() => 'ready', String), { timeout: 5_000 }).toBe('ready')

  it('rejects commands while Redis is dead, and works again by itself when it is back', async () => {
    await redis.set('kept', '1')
    await server.kill()
    await expect(redis.get('kept')).rejects.toThrow()
    await expect(checkRedis(redis)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect.poll(() => failures.length).toBeGreaterThan(0)
    await server.restart()
    await untilReady()
    expect(await redis.get('kept')).toBe('1')
  })

  it('gives up on a server that hangs, and does not repeat what was on its way when the connection broke', async () => {
    const pid = server.pid()!
    process.kill(pid, 'SIGSTOP')
    try {
      await expect(redis.incr('on-its-way')).rejects.toThrow(/timed out/)
    } finally {
      await server.kill()
    }
    await server.restart()
    await untilReady()
    expect(await redis.get('on-its-way')).toBeNull()
  })

  it('leaves a connection that has fallen silent', async () => {
    const proxy = await startTcpProxy(server.port)
    const behind = createRedis(`redis://127.0.0.1:${proxy.port}`, { commandTimeoutMs: 500 })
    await waitForRedis(behind, 5_000)
    proxy.freeze()
    const left = new Promise((resolve) => behind.once('close', resolve))
    await expect(behind.ping()).rejects.toThrow(/timed out/)
    await left
    proxy.restore()
    await waitForRedis(behind, 5_000)
    expect(await behind.ping()).toBe('PONG')
    behind.disconnect()
    await proxy.stop()
  })

  it('runs scripts that the server has forgotten', async () => {
    const add = createRedisScript("return redis.call('INCRBY', KEYS[1], ARGV[1])")
    expect(await Promise.all([add(redis, ['sum'], [1]), add(redis, ['sum'], [2])])).toEqual([1, 3])
    await redis.script('FLUSH')
    expect(await add(redis, ['sum'], [4])).toBe(7)
    const wrong = createRedisScript("return redis.call('HGET', KEYS[1], 'x')")
    await expect(wrong(redis, ['sum'], [])).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })

  it('does not wait for ever for a server that is not there', async () => {
    const nowhere = createRedis('redis://127.0.0.1:1')
    await expect(waitForRedis(nowhere, 120)).rejects.toMatchObject({ code: 'dependency_unavailable' })
    await expect(nowhere.get('x')).rejects.toThrow()
    nowhere.disconnect()
  })
})
