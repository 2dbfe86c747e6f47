import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LeaseKeeper } from './lease-keeper.ts'
import { COUNTED_PER_TICK_MS, GRACE_MS, LEASE_MS, RENEW_EVERY_MS, TICK_MS } from './lease-times.ts'

/** Time in which no timer fired: the clock went on, and the process had no turn. */
let stalledMs = 0
const clock = { nowMs: () => Date.now(), monotonicMs: () => Date.now() + stalledMs }
const renew = vi.fn<() => Promise<void>>()
const onLapse = vi.fn()
const onError = vi.fn()
let lease: LeaseKeeper

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  stalledMs = 0
  for (const mock of [renew, onLapse, onError]) mock.mockReset()
  renew.mockResolvedValue()
  lease = new LeaseKeeper({ clock, renew, onLapse, onError })
  await lease.start()
})
afterEach(async () => {
  await lease.stop()
  vi.useRealTimers()
})

describe('LeaseKeeper', () => {
  it('renews ten times a second and stays fresh', async () => {
    await vi.advanceTimersByTimeAsync(10 * RENEW_EVERY_MS)
    expect(renew).toHaveBeenCalledTimes(11)
    expect(lease.isFresh()).toBe(true)
    expect(onLapse).not.toHaveBeenCalled()
  })

  it('is fresh for 300 ms after its last renewal, and reports the lapse when 150 ms more have passed', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    await vi.advanceTimersByTimeAsync(LEASE_MS - 1)
    expect(lease.isFresh()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(lease.isFresh()).toBe(false)
    await vi.advanceTimersByTimeAsync(GRACE_MS)
    expect(onLapse).not.toHaveBeenCalled()
    // A timer may fire up to one millisecond early, so that it is set one later.
    await vi.advanceTimersByTimeAsync(1)
    expect(await lease.untilFresh()).toBe(false)
    expect(onLapse).toHaveBeenCalledTimes(1)
    expect(onError).toHaveBeenCalled()
  })

  it('reports the lapse again until the lease is renewed', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    await vi.advanceTimersByTimeAsync(LEASE_MS + GRACE_MS + 3 * RENEW_EVERY_MS)
    const lapses = onLapse.mock.calls.length
    expect(lapses).toBeGreaterThan(2)
    renew.mockResolvedValue()
    await lease.renewNow()
    expect(lease.isFresh()).toBe(true)
    await vi.advanceTimersByTimeAsync(10 * RENEW_EVERY_MS)
    expect(onLapse).toHaveBeenCalledTimes(lapses)
  })

  it('keeps the lease where a renewal came too late and the next one comes within the grace', async () => {
    // Asked for after 100 ms and answered after 430 ms, as on an event loop that stood still.
    renew.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 330)))
    await vi.advanceTimersByTimeAsync(430)
    expect(lease.isFresh()).toBe(false)
    await vi.advanceTimersByTimeAsync(LEASE_MS + GRACE_MS - 430)
    expect(lease.isFresh()).toBe(true)
    expect(onLapse).not.toHaveBeenCalled()
  })

  it('counts the lease from the moment at which it was asked for', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    renew.mockImplementationOnce(() => new Promise((resolve) => setTimeout(resolve, 150)))
    await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS + LEASE_MS - 1)
    expect(lease.isFresh()).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(lease.isFresh()).toBe(false)
  })

  it('counts toward the grace only time in which the process could act', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    await vi.advanceTimersByTimeAsync(LEASE_MS + 1)
    for (let stalls = 0; stalls < 7; stalls += 1) {
      stalledMs += 1_000
      await vi.advanceTimersByTimeAsync(TICK_MS)
    }
    expect(onLapse).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(TICK_MS)
    expect(onLapse).toHaveBeenCalledTimes(1)
  })

  it('is not lost while every renewal is answered, however late the process sees it', async () => {
    renew.mockImplementation(async () => {
      stalledMs += 400
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(lease.isFresh()).toBe(false)
    const held = lease.untilFresh()
    renew.mockReset()
    renew.mockResolvedValue()
    await vi.advanceTimersByTimeAsync(TICK_MS)
    expect(await held).toBe(true)
    expect(onLapse).not.toHaveBeenCalled()
  })

  it('is lost where Redis takes longer for each renewal than the lease and the grace last', async () => {
    renew.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, LEASE_MS + GRACE_MS)))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onLapse).toHaveBeenCalled()
    renew.mockResolvedValue()
    await vi.advanceTimersByTimeAsync(LEASE_MS + GRACE_MS)
  })

  it('holds what waits for it until it is renewed', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    await vi.advanceTimersByTimeAsync(LEASE_MS + GRACE_MS / 2)
    const held = lease.untilFresh()
    expect(await Promise.race([held, Promise.resolve('held')])).toBe('held')
    renew.mockResolvedValue()
    await vi.advanceTimersByTimeAsync(TICK_MS)
    expect(await held).toBe(true)
  })

  it('is never fresh without a reply to a question of the last 300 ms, and lost after 150 ms without one', async () => {
    const step = fc.record({ ms: fc.nat({ max: 60 }), stallMs: fc.nat({ max: 500 }), answers: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        await lease.stop()
        onLapse.mockReset()
        let answered = clock.monotonicMs()
        let [answers, silentMs] = [true, 0]
        renew.mockImplementation(async () => {
          if (!answers) throw new Error('no connection')
          answered = clock.monotonicMs()
          silentMs = 0
        })
        lease = new LeaseKeeper({ clock, renew, onLapse, onError })
        await lease.start()
        for (const { ms, stallMs, ...next } of steps) {
          answers = next.answers
          stalledMs += stallMs
          await vi.advanceTimersByTimeAsync(ms)
          silentMs += ms + COUNTED_PER_TICK_MS
          if (lease.isFresh()) expect(clock.monotonicMs() - answered).toBeLessThan(LEASE_MS)
          // Every tick counts less than what a step counts here.
          if (onLapse.mock.calls.length > 0) expect(silentMs).toBeGreaterThanOrEqual(GRACE_MS)
          onLapse.mockReset()
        }
        answers = false
        await vi.advanceTimersByTimeAsync(LEASE_MS + GRACE_MS + 2 * TICK_MS)
        expect(lease.isFresh()).toBe(false)
        expect(onLapse).toHaveBeenCalled()
      }),
      { numRuns: 100 },
    )
  })

  it('renews nothing and reports nothing when it is stopped', async () => {
    await lease.stop()
    renew.mockClear()
    await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
    await lease.renewNow()
    expect(renew).not.toHaveBeenCalled()
    expect(onLapse).not.toHaveBeenCalled()
  })
})
