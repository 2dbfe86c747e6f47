import { type RedisLease, startRedis, startTcpProxy } from '@sluice/testkit'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createRedis, waitForRedis } from './redis-client.ts'
import { createRefresher } from './refresher.ts'

const HOUR_MS = 3_600_000
const WAIT = { timeout: 10_000 }

let server: RedisLease
let publisher: Redis
beforeAll(async () => {
  server = await startRedis()
  publisher = createRedis(server.url)
  await waitForRedis(publisher, 5_000)
}, 300_000)
afterAll(async () => {
  publisher?.disconnect()
  await server?.stop()
})

/** A reader of a state that the test changes; `readings` are what it has seen. */
function setUp(options: { everyMs?: number; url?: string } = {}) {
  const state = { value: 0, down: false, gate: Promise.resolve() }
  const readings: number[] = []
  const time = { nowMs: 0 }
  const onError = vi.fn()
  const refresher = createRefresher({
    redisUrl: options.url ?? server.url,
    channel: 'news',
    connectionName: 'test',
    clock: { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs },
    everyMs: options.everyMs ?? HOUR_MS,
    staleAfterMs: 1_000,
    onError,
    read: async () => {
      const { value } = state
      await state.gate
      if (state.down) throw new Error('down')
      readings.push(value)
    },
  })
  onTestFinished(() => refresher.close())
  return { state, readings, time, onError, refresher }
}

describe('createRefresher', () => {
  it('reads at the start, when it has subscribed, and whenever a message comes', async () => {
    const { state, readings, refresher } = setUp()
    await refresher.start()
    await vi.waitFor(() => expect(readings).toEqual([0, 0]), WAIT)
    state.value = 1
    await publisher.publish('news', 'whatever')
    await vi.waitFor(() => expect(readings).toEqual([0, 0, 1]), WAIT)
    await publisher.publish('other', 'whatever')
    await refresher.refresh()
    expect(readings).toEqual([0, 0, 1, 1])
  })

  it('reads once more for all that ask during a reading, and never twice at a time', async () => {
    const { state, readings, refresher } = setUp()
    const gate = Promise.withResolvers<void>()
    state.gate = gate.promise
    const first = refresher.refresh()
    state.value = 1
    const later = [refresher.refresh(), refresher.refresh(), refresher.refresh()]
    gate.resolve()
    await first
    await Promise.all(later)
    expect(readings).toEqual([0, 1])
  })

  it('does not start where nothing can be read', async () => {
    const { state, refresher } = setUp()
    state.down = true
    await expect(refresher.start()).rejects.toThrow('down')
    await expect(refresher.checkReady()).rejects.toMatchObject({ code: 'dependency_unavailable' })
  })

  it('tries again by itself after a failure, and says when the last reading has become too old', async () => {
    const { state, readings, time, onError, refresher } = setUp({ everyMs: 20 })
    await refresher.start()
    state.down = true
    await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(new Error('down')), WAIT)
    await expect(refresher.refresh()).rejects.toThrow('down')
    expect(onError).toHaveBeenCalledTimes(1)
    time.nowMs += 1_000
    await refresher.checkReady()
    time.nowMs += 1
    await expect(refresher.checkReady()).rejects.toMatchObject({ code: 'dependency_unavailable' })
    state.value = 2
    state.down = false
    await vi.waitFor(() => expect(readings).toContain(2), WAIT)
    await refresher.checkReady()
  })

  it('reads what it has missed while Redis was away', async () => {
    const proxy = await startTcpProxy(Number(new URL(server.url).port))
    onTestFinished(() => proxy.stop())
    const { state, readings, refresher } = setUp({ url: proxy.inFrontOf(server.url) })
    await refresher.start()
    await vi.waitFor(() => expect(readings).toEqual([0, 0]), WAIT)
    proxy.cut()
    state.value = 3
    await publisher.publish('news', 'lost')
    proxy.restore()
    await vi.waitFor(() => expect(readings).toEqual([0, 0, 3]), WAIT)
  })

  it('reads no more once it is closed', async () => {
    const { readings, refresher } = setUp({ everyMs: 5 })
    await refresher.start()
    refresher.close()
    const { length } = readings
    await publisher.publish('news', 'late')
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(readings.length - length).toBeLessThanOrEqual(1)
  })
})
