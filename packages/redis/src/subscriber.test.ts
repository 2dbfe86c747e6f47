import { type RedisLease, startRedis, startTcpProxy } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRedis, waitForRedis } from './redis-client.ts'
import { createSubscriber } from './subscriber.ts'

let server: RedisLease
beforeAll(async () => {
  server = await startRedis()
}, 300_000)
afterAll(async () => {
  await server?.stop()
})

describe('createSubscriber', () => {
  it('receives messages, also after the connection was cut, and reports each subscription', async () => {
    const proxy = await startTcpProxy(Number(new URL(server.url).port))
    const publisher = createRedis(server.url)
    await waitForRedis(publisher, 5_000)
    const heard: string[] = []
    const onSubscribed = vi.fn()
    const subscriber = createSubscriber(proxy.inFrontOf(server.url), {
      channels: ['one', 'two'],
      connectionName: 'test',
      onMessage: (channel, text) => heard.push(`${channel} ${text}`),
      onSubscribed,
    })
    await vi.waitFor(() => expect(onSubscribed).toHaveBeenCalledTimes(1), 5_000)
    await publisher.publish('one', 'first')
    await publisher.publish('three', 'not mine')
    await vi.waitFor(() => expect(heard).toEqual(['one first']))

    proxy.cut()
    await vi.waitFor(() => expect(subscriber.isSubscribed()).toBe(false))
    proxy.restore()
    await vi.waitFor(() => expect(onSubscribed).toHaveBeenCalledTimes(2), 5_000)
    await publisher.publish('two', 'second')
    await vi.waitFor(() => expect(heard).toEqual(['one first', 'two second']))
    subscriber.close()
    publisher.disconnect()
    await proxy.stop()
  })
})
