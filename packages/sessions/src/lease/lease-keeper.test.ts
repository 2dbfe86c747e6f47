import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LeaseKeeper } from './lease-keeper.ts'
import { GRACE_MS, LEASE_MS, RENEW_EVERY_MS } from './lease-times.ts'

const clock = { nowMs: () => Date.now(), monotonicMs: () => Date.now() }
const renew = vi.fn<() => Promise<void>>()
const onLapse = vi.fn()
const onError = vi.fn()
let lease: LeaseKeeper

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
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

  it('renews nothing and reports nothing when it is stopped', async () => {
    await lease.stop()
    renew.mockClear()
    await vi.advanceTimersByTimeAsync(10 * LEASE_MS)
    await lease.renewNow()
    expect(renew).not.toHaveBeenCalled()
    expect(onLapse).not.toHaveBeenCalled()
  })
})
