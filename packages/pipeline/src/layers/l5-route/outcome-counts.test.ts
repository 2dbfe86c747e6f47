import { describe, expect, it } from 'vitest'
import { OutcomeCounts } from './outcome-counts.ts'

describe('how requests to an endpoint ended lately', () => {
  it('is nothing at first', () => {
    const counts = new OutcomeCounts()
    expect(counts.at(0)).toEqual({ seconds: 300, asked: 0, failed: 0 })
    expect(counts.lastFault(0)).toBeUndefined()
  })

  it('counts what was asked and what of it failed, and remembers the last fault', () => {
    const counts = new OutcomeCounts()
    for (const atMs of [0, 10, 20]) counts.answered(atMs)
    counts.failed(30_000, 'status', 503)
    expect(counts.at(31_000)).toMatchObject({ asked: 4, failed: 1 })
    counts.brokeOff(40_000)
    expect(counts.at(40_000)).toMatchObject({ asked: 4, failed: 2 })
    expect(counts.lastFault(41_000)).toEqual({ msAgo: 1_000, fault: 'interrupted' })
  })

  it('forgets after five minutes, and never has more failures than requests', () => {
    const counts = new OutcomeCounts()
    for (let ask = 0; ask < 3; ask += 1) counts.answered(0)
    expect(counts.at(299_999)).toMatchObject({ asked: 3 })
    for (let end = 0; end < 3; end += 1) counts.brokeOff(300_000)
    expect(counts.at(300_000)).toMatchObject({ asked: 0, failed: 0 })
    counts.failed(600_000, 'unreachable')
    expect(counts.at(600_000)).toMatchObject({ asked: 1, failed: 1 })
    expect(counts.at(2_000_000)).toMatchObject({ asked: 0, failed: 0 })
    expect(counts.lastFault(2_000_000)).toEqual({ msAgo: 1_400_000, fault: 'unreachable' })
  })
})
