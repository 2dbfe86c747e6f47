import type { OpenContext } from '@sluice/service-kit/environment'
import { afterEach, expect, it, vi } from 'vitest'
import type { RedisConfig } from './config.ts'
import { openRedis } from './open-redis.ts'

afterEach(() => void vi.useRealTimers())

it('ends the start with the name of the variable and the address, and logs both once', async () => {
  const lines: unknown[] = []
  const hooks: (() => unknown)[] = []
  const context: OpenContext<RedisConfig> = {
    service: 'test',
    config: { REDIS_URL: 'redis://user:the-secret@127.0.0.1:1', REDIS_COMMAND_TIMEOUT_MS: 800 },
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    logger: { warn: (...line) => lines.push(line), error: (...line) => lines.push(line) },
    metrics: { gauge: () => ({ set: () => undefined, reset: () => undefined }) },
    onClose: (_name, hook) => hooks.push(hook),
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opened = openRedis(context).catch((error: unknown) => error)
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  const failure = await opened
  for (const hook of hooks) await hook()
  expect(failure).toMatchObject({
    faults: [{ variable: 'REDIS_URL', message: '127.0.0.1:1 could not be used (ECONNREFUSED)' }],
  })
  expect(String(failure)).not.toContain('the-secret')
  expect(lines).toMatchObject([
    [{ err: { code: 'ECONNREFUSED' }, variable: 'REDIS_URL', address: '127.0.0.1:1' }, 'redis connection failed'],
  ])
})
