import type { ControlRecord } from '@sluice/contracts'
import { createMetrics } from '@sluice/service-kit'
import { describe, expect, it, vi } from 'vitest'
import { createRefusalLog, refusalCounter } from './refusal-log.ts'

function setUp(append?: () => Promise<void>) {
  const metrics = createMetrics({ service: 'test', process: false })
  const time = { nowMs: 1_000_000 }
  const records: ControlRecord[] = []
  const warnings: unknown[] = []
  const refusals = createRefusalLog({
    event: 'soar.refused',
    unknownActor: 'soar:unknown',
    service: 'soar-listener',
    outbox: { append: append ?? (async (record: ControlRecord) => void records.push(record)) },
    counter: refusalCounter(metrics),
    clock: { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs },
    logger: { warn: (...line: unknown[]) => void warnings.push(line) },
    recordsPerMinute: 3,
  })
  const refuse = (actor?: string) => refusals.record({ code: 'signature_invalid', actor, requestId: 'r' })
  return { time, records, refusals, warnings, refuse, metrics }
}

describe('createRefusalLog', () => {
  it('records as many a minute as it may, and then how many it left out', async () => {
    const { time, records, warnings, refuse, metrics } = setUp()
    for (let i = 0; i < 1_000; i += 1) await refuse()
    expect(records).toHaveLength(3)
    expect(warnings).toHaveLength(3)
    expect(records[0]).toMatchObject({
      event: 'soar.refused',
      actor: 'soar:unknown',
      details: { code: 'signature_invalid', suppressed: 0 },
    })
    time.nowMs += 59_999
    await refuse()
    expect(records).toHaveLength(3)
    time.nowMs += 1
    await refuse()
    expect(records[3]).toMatchObject({ details: { suppressed: 998 } })
    expect(await metrics.render()).toContain('code="signature_invalid",service="test"} 1002')
  })

  it('keeps room for those who have proven who they are', async () => {
    const { records, refuse } = setUp()
    for (let i = 0; i < 10; i += 1) await refuse()
    await refuse('soar:xsoar')
    expect(records.map(({ actor }) => actor)).toEqual(['soar:unknown', 'soar:unknown', 'soar:unknown', 'soar:xsoar'])
  })

  it('records how many it left out when nothing more is refused, and when it is closed', async () => {
    vi.useFakeTimers()
    const { records, refusals, refuse } = setUp()
    for (let i = 0; i < 10; i += 1) await refuse()
    for (let i = 0; i < 5; i += 1) await refuse('soar:xsoar')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(records.slice(-2)).toMatchObject([
      { event: 'soar.refused', actor: 'soar:several', details: { code: 'several', suppressed: 2 } },
      { event: 'soar.refused', actor: 'soar:unknown', details: { code: 'several', suppressed: 7 } },
    ])
    const written = records.length
    await refusals.close()
    expect(records).toHaveLength(written)
    await refuse()
    await refusals.close()
    expect(records.at(-1)).toMatchObject({ details: { suppressed: 1 } })
    vi.useRealTimers()
  })

  it('does not fail where the record cannot be written', async () => {
    const { refuse, warnings } = setUp(() => Promise.reject(new Error('full')))
    await refuse()
    expect(warnings).toHaveLength(2)
  })
})
