import { startOwnRedis } from '@sluice/testkit'
import { expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'

it('starts a Redis again that has ended by itself, and stops doing so when asked to', async () => {
  const redis = await startOwnRedis({ sources: ['binary'] })
  const printed: string[] = []
  const restarted = Promise.withResolvers<number | undefined>()
  const stopWatching = keepRunning(redis, (text) => printed.push(text), restarted.resolve)
  const before = redis.pid()
  await redis.kill()
  const after = await restarted.promise
  expect(after).toBeTypeOf('number')
  expect(after).not.toBe(before)
  expect(printed).toEqual(['Redis has ended by itself; starting it again ...'])
  await stopWatching()
  await redis.stop()
})
