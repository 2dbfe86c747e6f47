import { describe, expect, it } from 'vitest'
import { createHealth, type ReadinessCheck } from './health.ts'
import { createLogger } from './logger.ts'

function setUp(checks: Record<string, ReadinessCheck>, timeoutMs = 50) {
  const time = { ms: 0 }
  const lines: string[] = []
  const logger = createLogger({ service: 't', level: 'info', destination: { write: (line) => void lines.push(line) } })
  const clock = { nowMs: () => time.ms, monotonicMs: () => time.ms }
  const health = createHealth({ clock, logger, timeoutMs, cacheMs: 250 })
  for (const [name, check] of Object.entries(checks)) health.addCheck(name, check)
  return { health, time, lines }
}

const hang: ReadinessCheck = () => new Promise(() => {})

describe('createHealth', () => {
  it('is ready when every dependency is up', async () => {
    const { health } = setUp({ redis: async () => 'PONG', postgres: async () => undefined })
    expect(await health.report()).toEqual({
      status: 'ready',
      checks: { redis: { status: 'up', latency_ms: 0, detail: 'PONG' }, postgres: { status: 'up', latency_ms: 0 } },
    })
  })

  it.each<[string, ReadinessCheck, string]>([
    ['rejects', async () => Promise.reject(new TypeError('secret')), 'TypeError'],
    [
      'rejects with a code',
      async () => Promise.reject(Object.assign(new Error('redis://user:secret@h'), { code: 'ECONNREFUSED' })),
      'ECONNREFUSED',
    ],
    [
      'throws',
      () => {
        throw 'secret'
      },
      'failed',
    ],
    ['hangs', hang, 'no answer within 50 ms'],
  ])('is unready when a check %s, and still shows the others', async (_name, check, detail) => {
    const { health } = setUp({ good: async () => undefined, bad: check })
    const report = await health.report()
    expect(report).toMatchObject({
      status: 'unready',
      checks: { good: { status: 'up' }, bad: { status: 'down', detail } },
    })
    expect(JSON.stringify(report)).not.toContain('secret')
  })

  it('aborts the signal of a check that takes too long', async () => {
    let aborted = false
    const { health } = setUp({
      slow: (signal) =>
        new Promise(() =>
          signal.addEventListener('abort', () => {
            aborted = true
          }),
        ),
    })
    await health.report()
    expect(aborted).toBe(true)
  })

  it('runs the checks side by side', async () => {
    let release: (() => void) | undefined
    const { health } = setUp(
      {
        waits: () =>
          new Promise<void>((resolve) => {
            release = resolve
          }),
        releases: async () => release?.(),
      },
      10_000,
    )
    expect((await health.report()).status).toBe('ready')
  })

  it('shares one run between probes, until the result is too old', async () => {
    let runs = 0
    const { health, time } = setUp({
      counted: async () => {
        runs += 1
      },
    })
    await Promise.all([health.report(), health.report(), health.report()])
    time.ms = 249
    await health.report()
    expect(runs).toBe(1)
    time.ms = 250
    await health.report()
    expect(runs).toBe(2)
  })

  it('logs a change of state once', async () => {
    let down = true
    const { health, time, lines } = setUp({
      flaky: async () => {
        if (down) throw new Error('x')
      },
    })
    for (const [atMs, isDown] of [
      [0, true],
      [1_000, true],
      [2_000, false],
      [3_000, false],
    ] as const) {
      time.ms = atMs
      down = isDown
      await health.report()
    }
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['dependency down', 'dependency up'])
  })

  it('is draining from then on', async () => {
    const { health } = setUp({ good: async () => undefined })
    health.drain()
    expect((await health.report()).status).toBe('draining')
  })
})
