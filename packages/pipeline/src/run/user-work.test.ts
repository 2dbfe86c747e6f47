import { describe, expect, it } from 'vitest'
import { type Servable, UserWork } from './user-work.ts'

function setUp() {
  let nowMs = 0
  const work = new UserWork()
  const clock = { monotonicMs: () => nowMs }
  const arrive = (count: number, isStopped = () => false) => {
    for (let index = 0; index < count; index += 1) {
      const owner = { user: 'alice', clock, stopReason: undefined }
      const request: Servable = {
        owner: Object.defineProperty(owner, 'isStopped', { get: isStopped }) as Servable['owner'],
        serve: () => true,
      }
      work.arrive(request)
    }
  }
  /** Begins so many, one each so many milliseconds. */
  const begin = (count: number, everyMs: number) => {
    for (let index = 0; index < count; index += 1) {
      nowMs += everyMs
      work.next()
    }
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { work, arrive, begin, pass, expected: () => work.expectedWaitMs(nowMs) }
}

describe('the expected wait of one more request', () => {
  it('is the time that those before it take', () => {
    const { arrive, begin, expected } = setUp()
    arrive(200)
    begin(100, 10)
    expect(expected()).toBeGreaterThan(950)
    expect(expected()).toBeLessThan(1_050)
  })

  it('is nothing in the first moment of a burst, however many come', () => {
    const { arrive, begin, expected } = setUp()
    arrive(5_000)
    expect(expected()).toBe(0)
    begin(10, 1)
    expect(expected()).toBe(0)
    begin(290, 1)
    expect(expected()).toBeGreaterThan(4_000)
  })

  it('stands beside the wait of the oldest, which nobody has begun', () => {
    const { arrive, begin, pass, work } = setUp()
    expect(work.oldestWaitMs(1_000)).toBe(0)
    arrive(1)
    pass(70)
    arrive(2)
    pass(30)
    expect(work.oldestWaitMs(100)).toBe(100)
    begin(1, 0)
    expect(work.oldestWaitMs(100)).toBe(30)
    begin(2, 0)
    expect(work.oldestWaitMs(500)).toBe(0)
  })

  it('grows while none is begun', () => {
    const { arrive, pass, expected } = setUp()
    arrive(10)
    pass(300)
    expect(expected()).toBe(3_000)
    pass(300)
    expect(expected()).toBe(6_000)
  })

  it('does not count the time in which nothing waited', () => {
    const { arrive, begin, pass, expected } = setUp()
    arrive(50)
    begin(50, 10)
    pass(60_000)
    arrive(10)
    expect(expected()).toBeLessThan(110)
  })

  it('does not count it either where the last one that waited was refused', () => {
    const { arrive, begin, pass, expected, work } = setUp()
    let isLate = false
    arrive(50)
    begin(50, 10)
    arrive(20, () => isLate)
    isLate = true
    work.refuseLate()
    work.refuseLate()
    pass(60_000)
    arrive(10)
    expect(expected()).toBeLessThan(110)
  })

  it('follows the speed of the last seconds', () => {
    const { arrive, begin, expected } = setUp()
    arrive(2_000)
    begin(200, 50)
    expect(expected()).toBeGreaterThan(85_000)
    begin(1_700, 5)
    expect(expected()).toBeLessThan(1_000)
  })
})
