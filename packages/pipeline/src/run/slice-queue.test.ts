import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SlicedWork, SliceQueue } from './slice-queue.ts'
import type { WorkOwner } from './work-owner.ts'

/** A clock that moves with the work: one unit takes a microsecond. */
class WorkClock {
  nowMs = 0
  monotonicMs(): number {
    return this.nowMs
  }
}

interface Job {
  readonly user: string
  readonly steps: readonly number[]
}

/** Work that notes the user of each step. */
function* working({ user, steps }: Job, clock: WorkClock, log: string[]): SlicedWork<string> {
  for (const units of steps) {
    yield units
    clock.nowMs += units / 1_000
    log.push(user)
  }
  return user
}

function setUp() {
  const queue = new SliceQueue()
  const clock = new WorkClock()
  const log: string[] = []
  const ownerOf = (user: string): WorkOwner => ({ user, clock, isStopped: false, stopReason: undefined })
  const run = (job: Job, owner = ownerOf(job.user)) => queue.run(working(job, clock, log), owner)
  return { run, clock, log, ownerOf }
}

const long = (user: string, slices: number): Job => ({ user, steps: Array.from({ length: slices }, () => 1_000) })

describe('the queue of text work', () => {
  it('does short work at once, also while long work waits', async () => {
    const { run } = setUp()
    const waiting = run(long('alice', 20))
    expect(waiting).toBeInstanceOf(Promise)
    expect(run({ user: 'bob', steps: [1_000, 1_000] })).toBe('bob')
    expect(await waiting).toBe('alice')
  })

  it('does work at once that ends within one turn of the event loop', () => {
    expect(setUp().run(long('alice', 4))).toBe('alice')
  })

  it('counts the time of all work in one turn together', async () => {
    const { run } = setUp()
    expect(run(long('alice', 5))).toBe('alice')
    const second = run(long('bob', 5))
    expect(second).toBeInstanceOf(Promise)
    expect(await second).toBe('bob')
  })

  it('throws at once what short work throws, and rejects with what long work throws', async () => {
    const { run, clock, ownerOf } = setUp()
    function* failing(units: number): SlicedWork<void> {
      for (let done = 0; done < units; done += 1_000) {
        yield 1_000
        clock.nowMs += 1
      }
      throw new RangeError('too long')
    }
    const queue = new SliceQueue()
    expect(() => queue.run(failing(1_000), ownerOf('alice'))).toThrow(RangeError)
    await expect(queue.run(failing(20_000), ownerOf('alice'))).rejects.toThrow(RangeError)
    expect(await run(long('bob', 20))).toBe('bob')
  })

  it('gives the event loop its turn after four milliseconds of work', async () => {
    const { run, log } = setUp()
    const seen: number[] = []
    const look = () => {
      seen.push(log.length)
      if (log.length < 20) setImmediate(look)
    }
    const result = run(long('alice', 20))
    setImmediate(look)
    await result
    // Two steps at once and four in the first turn; then four in each.
    expect(seen).toEqual([10, 14, 18])
  })

  it('lets users take turns, however many requests each of them has', async () => {
    const { run, log } = setUp()
    const alice = Array.from({ length: 5 }, () => run(long('alice', 10)))
    const bob = run(long('bob', 10))
    await bob
    const before = log.filter((user) => user === 'alice').length
    // Four steps in the first turn, then one for one with Bob.
    expect(before).toBeLessThanOrEqual(4 + 2 * 5 + 10)
    await Promise.all(alice)
  })

  it('stops before the next slice, and lets go of what the work holds', async () => {
    const { clock } = setUp()
    let released = false
    function* holding(): SlicedWork<void> {
      try {
        for (;;) {
          yield 1_000
          clock.nowMs += 1
        }
      } finally {
        released = true
      }
    }
    const owner = { user: 'alice', clock, isStopped: false, stopReason: new Error('gone') }
    const result = new SliceQueue().run(holding(), owner)
    owner.isStopped = true
    await expect(result).rejects.toThrow('gone')
    expect(released).toBe(true)
  })

  it('ends what a user has begun before it begins more, and lets other users begin meanwhile', async () => {
    const { clock, log, ownerOf } = setUp()
    const queue = new SliceQueue()
    const first = queue.run(working(long('alice', 12), clock, log), ownerOf('alice'))
    const begin = async (name: string) => {
      await queue.waitToBegin(0.5, ownerOf(name))
      log.push(`${name} begins`)
    }
    await Promise.all([first, begin('alice'), begin('bob')])
    expect(log.indexOf('bob begins')).toBeLessThan(log.lastIndexOf('alice'))
    expect(log.at(-1)).toBe('alice begins')
  })

  it('refuses those whose wait is over at once, however much has begun before them', async () => {
    const { clock, log, ownerOf } = setUp()
    const queue = new SliceQueue()
    const first = queue.run(working(long('alice', 100), clock, log), ownerOf('alice'))
    const owner = { ...ownerOf('alice'), stopReason: new Error('late'), isStopped: false }
    const waiting = Array.from({ length: 40 }, () => queue.waitToBegin(0.5, owner))
    const settled = Promise.allSettled(waiting)
    owner.isStopped = true
    expect((await settled).every(({ status }) => status === 'rejected')).toBe(true)
    expect(log.length).toBeLessThan(100)
    await first
  })

  it('refuses no more in one turn of the event loop than it has time for', async () => {
    const { clock, log, ownerOf } = setUp()
    const queue = new SliceQueue()
    const begun = queue.run(working(long('zoe', 12), clock, log), ownerOf('zoe'))
    let refused = 0
    const users = Array.from({ length: 40 }, (_, index) => ({ ...ownerOf(`user-${index}`), isStopped: true }))
    const all = users.flatMap((owner) =>
      Array.from({ length: 10 }, async () => {
        await Promise.resolve(queue.waitToBegin(0.5, owner)).catch(() => {
          refused += 1
        })
      }),
    )
    const perTurn: number[] = []
    while (refused < all.length) {
      const before = refused
      await new Promise(setImmediate)
      perTurn.push(refused - before)
    }
    await Promise.all([begun, ...all])
    // 0.1 ms each in turns of 4 ms, and what is served behind the last ten.
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(50)
  })

  it('tells how long one more request of a user would wait, by the time between those that were begun', async () => {
    const { clock, ownerOf } = setUp()
    const queue = new SliceQueue()
    let begun = 0
    const begin = async (name: string) => {
      await queue.waitToBegin(1, ownerOf(name))
      // Each takes ten milliseconds before the next one is begun.
      clock.nowMs += 10
      begun += 1
    }
    const all = Array.from({ length: 60 }, () => begin('alice'))
    expect(queue.waitOf('alice', clock).expectedMs).toBe(0)
    while (queue.waitOf('alice', clock).expectedMs === 0) await new Promise(setImmediate)
    const waiting = 60 - begun
    expect(queue.waitOf('alice', clock).expectedMs).toBeGreaterThan(waiting * 5)
    expect(queue.waitOf('alice', clock).expectedMs).toBeLessThan(waiting * 15)
    expect(queue.waitOf('bob', clock).expectedMs).toBe(0)
    await Promise.all(all)
    expect(queue.waitOf('alice', clock).expectedMs).toBe(0)
  })

  it('looks for more callers between its turns while callers connect, and does not wait for all of them', async () => {
    const { clock, log, ownerOf } = setUp()
    const queue = new SliceQueue()
    const result = queue.run(working(long('alice', 40), clock, log), ownerOf('alice'))
    const perTurn: number[] = []
    let rounds = 0
    for (let before = log.length; log.length < 40; rounds += 1) {
      queue.noteNewCaller()
      await new Promise(setImmediate)
      if (log.length === before) continue
      perTurn.push(rounds)
      before = log.length
      rounds = 0
    }
    await result
    // Sixteen rounds, and the one with the turn.
    expect(Math.max(...perTurn)).toBe(17)
    expect(perTurn.length).toBeGreaterThan(3)
  })

  it('does all work, in turns that no user can lengthen', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 30 })
    const jobs = fc.array(fc.record({ user: fc.constantFrom('a', 'b', 'c'), steps }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(jobs, async (all) => {
        const { run, clock, log } = setUp()
        let turnMs = 0
        let longestMs = 0
        let isOver = false
        const measure = () => {
          longestMs = Math.max(longestMs, clock.nowMs - turnMs)
          turnMs = clock.nowMs
          if (!isOver) setImmediate(measure)
        }
        const results = all.map((job) => run(job))
        // What is done at once belongs to the callers' own turn.
        turnMs = clock.nowMs
        setImmediate(measure)
        expect(await Promise.all(results)).toEqual(all.map(({ user }) => user))
        isOver = true
        expect(log).toHaveLength(all.reduce((sum, job) => sum + job.steps.length, 0))
        // A turn of 4 ms, and the slice of 1 ms and the step of 1 ms that it may end with.
        expect(longestMs).toBeLessThanOrEqual(6)
      }),
    )
  })
})
