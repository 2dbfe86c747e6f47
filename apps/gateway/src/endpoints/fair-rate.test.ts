import { describe, expect, it } from 'vitest'
import { FairRate } from './fair-rate.ts'

/** How many requests a user may send at once. */
function burst(rate: FairRate, user: string, perMinute: number, nowMs = 0): number {
  let sent = 0
  while (rate.take(user, perMinute, nowMs) === undefined) sent += 1
  return sent
}

describe('requests a minute', () => {
  it('are not all taken by one user, and the next ones find some', () => {
    const rate = new FairRate()
    const first = burst(rate, 'alice', 600)
    expect(first).toBeGreaterThan(100)
    expect(first).toBeLessThan(200)
    for (let user = 0; user < 10; user += 1) expect(burst(rate, `user-${user}`, 600)).toBeGreaterThan(0)
  })

  it('are no more than the number in a minute, twice at the most, over all users', () => {
    const rate = new FairRate()
    let sent = 0
    for (let ms = 0; ms < 60_000; ms += 50) {
      for (let user = 0; user < 40; user += 1) if (rate.take(`user-${user}`, 60, ms) === undefined) sent += 1
    }
    expect(sent).toBeGreaterThanOrEqual(60)
    expect(sent).toBeLessThanOrEqual(120)
  })

  it('come back evenly, and one user alone comes to all of them', () => {
    const rate = new FairRate()
    burst(rate, 'alice', 60)
    expect(rate.take('alice', 60, 0)).toBeGreaterThan(0)
    let sent = 0
    for (let ms = 0; ms < 600_000; ms += 250) if (rate.take('alice', 60, ms) === undefined) sent += 1
    expect(sent).toBeGreaterThan(550)
    expect(sent).toBeLessThanOrEqual(660)
  })

  it('are one at least', () => {
    const rate = new FairRate()
    expect(burst(rate, 'alice', 1)).toBe(1)
    expect(rate.take('bob', 1, 0)).toBe(60_000)
    expect(rate.take('bob', 1, 60_000)).toBeUndefined()
  })
})
