import { type RefusalsRecord, SluiceError } from '@sluice/contracts'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RefusalFolds, type RefusalFoldsOptions } from './refusal-folds.ts'

const WINDOW_MS = 10_000
const ALICE = { tenant: 'acme', sub: 'alice', code: 'model_not_found' }

beforeEach(() => void vi.useFakeTimers({ now: 1_000 }))
afterEach(() => void vi.useRealTimers())

function setUp(changes: Partial<RefusalFoldsOptions> = {}) {
  const records: RefusalsRecord[] = []
  const failures: unknown[] = []
  let isDown = false
  const folds = new RefusalFolds({
    outbox: {
      append: async (record) => {
        if (isDown) throw new SluiceError('audit_unavailable')
        records.push(record)
      },
    },
    clock: { nowMs: () => Date.now(), monotonicMs: () => Date.now() },
    ...{ windowMs: WINDOW_MS, ownRecords: 3, maxFolds: 100, onFailure: (cause) => void failures.push(cause) },
    ...changes,
  })
  const own = async (times: number, byLayer = false, refused = ALICE) => {
    let records = 0
    for (let time = 0; time < times; time++) records += Number(await folds.getsOwnRecord(refused, byLayer))
    return records
  }
  const setDown = (down: boolean) => {
    isDown = down
  }
  return { folds, own, records, failures, setDown }
}

const nextWindow = () => vi.advanceTimersByTimeAsync(WINDOW_MS)

describe('refusals of one user with one code', () => {
  it('get one record of their own, and the others one with their count', async () => {
    const { own, records } = setUp()
    expect(await own(1)).toBe(1)
    vi.setSystemTime(2_000)
    expect(await own(1)).toBe(0)
    vi.setSystemTime(3_000)
    expect(await own(998)).toBe(0)
    expect(records).toEqual([])
    await nextWindow()
    expect(records).toEqual([
      {
        ...{ kind: 'refusals', version: 1, id: expect.any(String), ...ALICE },
        ...{ count: 999, first_ms: 2_000, time_ms: 3_000 },
      },
    ])
    await nextWindow()
    expect(records).toHaveLength(1)
  })

  it('get several of their own where a layer refused what they hold', async () => {
    const { own, records } = setUp()
    expect(await own(10, true)).toBe(3)
    await nextWindow()
    expect(records).toMatchObject([{ count: 7 }])
  })

  it('get none of their own again until a window was quiet', async () => {
    const { own, records } = setUp()
    for (let window = 0; window < 3; window++) {
      expect(await own(5)).toBe(window === 0 ? 1 : 0)
      await nextWindow()
    }
    expect(records.map(({ count }) => count)).toEqual([4, 5, 5])
    await nextWindow()
    expect(await own(5)).toBe(1)
  })

  it('are counted apart from those of others and with another code', async () => {
    const { own, records } = setUp()
    const others = [{ sub: 'bob' }, { tenant: 'globex' }, { code: 'content_blocked' }]
    for (const change of others) expect(await own(2, false, { ...ALICE, ...change })).toBe(1)
    expect(await own(3)).toBe(1)
    await nextWindow()
    expect(records.map(({ tenant, sub, code, count }) => [tenant, sub, code, count])).toEqual([
      ['acme', 'bob', 'model_not_found', 1],
      ['globex', 'alice', 'model_not_found', 1],
      ['acme', 'alice', 'content_blocked', 1],
      ['acme', 'alice', 'model_not_found', 2],
    ])
  })

  it('that have no exchange are counted from the first one on, which is recorded at once', async () => {
    const { folds, records } = setUp()
    for (let time = 0; time < 4; time++) folds.count(ALICE)
    await vi.advanceTimersByTimeAsync(0)
    expect(records).toMatchObject([{ ...ALICE, count: 1 }])
    await nextWindow()
    expect(records.map(({ count }) => count)).toEqual([1, 3])
  })
})

describe('the folds', () => {
  it('are bounded: beyond them each refusal gets its own record', async () => {
    const { folds, own, records } = setUp({ maxFolds: 2 })
    const others = ['bob', 'carol'].map((sub) => ({ ...ALICE, sub }))
    for (const other of others) await own(1, false, other)
    expect(await own(5)).toBe(5)
    folds.count(ALICE)
    folds.count(ALICE)
    await vi.advanceTimersByTimeAsync(0)
    expect(records.map(({ sub, count }) => [sub, count])).toEqual([
      ['alice', 1],
      ['alice', 1],
    ])
    // After a quiet window there is room again.
    await nextWindow()
    await nextWindow()
    expect(await own(5)).toBe(1)
  })

  it('keep what cannot be recorded, fail closed until it can, and lose nothing', async () => {
    const { own, records, failures, setDown } = setUp()
    await own(4)
    setDown(true)
    await nextWindow()
    expect(failures).toHaveLength(1)
    await expect(own(1)).rejects.toMatchObject({ code: 'audit_unavailable' })
    await nextWindow()
    expect(failures).toHaveLength(2)
    setDown(false)
    expect(await own(1)).toBe(0)
    expect(records.map(({ count }) => count)).toEqual([3])
    await nextWindow()
    expect(records.map(({ count }) => count)).toEqual([3, 1])
  })

  it('record everything when they close', async () => {
    const { folds, own, records, setDown } = setUp()
    await own(4)
    await folds.close()
    expect(records.map(({ count }) => count)).toEqual([3])
    await folds.close()
    expect(records).toHaveLength(1)
    await own(1)
    setDown(true)
    await expect(folds.close()).rejects.toMatchObject({ code: 'audit_unavailable' })
  })

  it('wait when they close for a record that is on its way, and try once more where it fails', async () => {
    const tries: ((error?: Error) => void)[] = []
    const append = vi.fn(
      () => new Promise<void>((resolve, reject) => tries.push((error) => (error ? reject(error) : resolve()))),
    )
    const { folds, own, failures } = setUp({ outbox: { append } })
    await own(4)
    await nextWindow()
    await nextWindow()
    await nextWindow()
    expect(append).toHaveBeenCalledTimes(1)
    const closing = folds.close()
    tries[0]?.(new Error('down'))
    await vi.advanceTimersByTimeAsync(0)
    expect(failures).toHaveLength(1)
    expect(append).toHaveBeenCalledTimes(2)
    expect(append).toHaveBeenLastCalledWith(expect.objectContaining({ count: 3 }))
    tries[1]?.()
    await closing
  })

  it('account for every refusal exactly once, whatever fails when', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ who: fc.nat(2), byLayer: fc.boolean() }) },
      { weight: 2, arbitrary: fc.constant('count' as const) },
      { weight: 2, arbitrary: fc.constant('window' as const) },
      { weight: 1, arbitrary: fc.constant('down' as const) },
      { weight: 1, arbitrary: fc.constant('up' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { folds, records, setDown } = setUp({ maxFolds: 4 })
        let accepted = 0
        let own = 0
        let isDown = false
        for (const next of steps) {
          if (next === 'window') await nextWindow()
          else if (next === 'down' || next === 'up') {
            isDown = next === 'down'
            setDown(isDown)
          } else if (next === 'count') {
            folds.count(ALICE)
            accepted += 1
          } else {
            const refused = { ...ALICE, sub: `user-${next.who}` }
            await folds.getsOwnRecord(refused, next.byLayer).then(
              (gets) => {
                accepted += 1
                own += Number(gets)
              },
              () => undefined,
            )
          }
          await vi.advanceTimersByTimeAsync(0)
        }
        setDown(false)
        await folds.close()
        const counted = records.reduce((sum, { count }) => sum + count, 0)
        expect(own + counted).toBe(accepted)
      }),
    )
  })
})

describe('refusals of strangers', () => {
  const from = (peer: string) => ({ tenant: 'default', peer, code: 'token_invalid' })

  it('are counted by network, and recorded when the window ends', async () => {
    const { folds, records } = setUp()
    for (const peer of ['192.0.2.0/24', '192.0.2.0/24', '198.51.100.0/24']) folds.count(from(peer))
    await vi.advanceTimersByTimeAsync(0)
    expect(records).toEqual([])
    await nextWindow()
    expect(records).toMatchObject([
      { peer: '192.0.2.0/24', count: 2, tenant: 'default', code: 'token_invalid' },
      { peer: '198.51.100.0/24', count: 1 },
    ])
    expect(records[0]).not.toHaveProperty('sub')
  })

  it('leave a bounded number of records, from however many networks they come, and none is left out', async () => {
    const { folds, records } = setUp({ maxFolds: 1 })
    for (let at = 0; at < 10_000; at++) folds.count(from(`2001:db8:${at.toString(16)}::/48`))
    await nextWindow()
    expect(records).toHaveLength(257)
    expect(records.reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
    expect(records.at(-1)).toMatchObject({ peer: 'other', count: 9_744 })
    // Users are still counted, and after quiet windows there is room for other networks.
    folds.count(ALICE)
    await nextWindow()
    await nextWindow()
    folds.count(from('192.0.2.0/24'))
    await nextWindow()
    expect(records.at(-1)).toMatchObject({ peer: '192.0.2.0/24', count: 1 })
  })
})
