import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FairSlots, NoFreeSlot, type ReleaseSlot } from './fair-slots.ts'

const never = new AbortController().signal

function open({ connections = 16, maxWaiting = 64, maxWaitMs = 1_000 } = {}) {
  return new FairSlots({ slots: connections, maxWaiting, maxWaitMs })
}

/** Takes connections until one is not given at once; that request waits on. */
function takeAll(queue: FairSlots, user: string): ReleaseSlot[] {
  const releases: ReleaseSlot[] = []
  for (let taken = queue.acquire(user, never); ; taken = queue.acquire(user, never)) {
    if (taken instanceof Promise) {
      taken.catch(() => undefined)
      return releases
    }
    releases.push(taken)
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('a user alone', () => {
  it.each([
    [1, 1],
    [2, 1],
    [4, 2],
    [16, 5],
    [256, 69],
    [512, 138],
  ])('of %i connections holds %i, and the next user gets one at once', (connections, held) => {
    const queue = open({ connections })
    expect(takeAll(queue, 'alice')).toHaveLength(held)
    if (connections > 1) expect(queue.acquire('bob', never)).toBeTypeOf('function')
  })
})

/** What each of twenty users gets who ask for 100 connections each, in the given order. */
function twentyUsers(queue: FairSlots, order: (user: number, request: number) => number): number[] {
  const asks = Array.from({ length: 2_000 }, (_, ask) => ({ user: ask % 20, request: Math.floor(ask / 20) }))
  const held = Array.from({ length: 20 }, () => 0)
  for (const { user } of asks.toSorted((a, b) => order(a.user, a.request) - order(b.user, b.request))) {
    const taken = queue.acquire(`user-${user}`, never)
    if (taken instanceof Promise) taken.catch(() => undefined)
    else held[user] = (held[user] ?? 0) + 1
  }
  return held
}

describe('twenty users who ask for more than there is and give nothing back', () => {
  it('hold about the same where they ask at the same time', () => {
    const held = twentyUsers(open({ connections: 512, maxWaiting: 4_096 }), (user, request) => request * 20 + user)
    expect(new Set(held)).toEqual(new Set([18, 19]))
  })

  it('leave another user who holds a connection some more, also where each came after the other', () => {
    const queue = open({ connections: 512, maxWaiting: 4_096 })
    expect(queue.acquire('bob', never)).toBeTypeOf('function')
    const held = twentyUsers(queue, (user, request) => user * 100 + request)
    expect(Math.min(...held)).toBeGreaterThanOrEqual(3)
    expect(takeAll(queue, 'bob')).toHaveLength(2)
  })
})

describe('those who wait', () => {
  it('get their turn user by user, the requests of one user in their order', async () => {
    const queue = open({ connections: 1 })
    const story: string[] = []
    const release = queue.acquire('first', never)
    const wait = async (user: string, label: string) => {
      const end = await queue.acquire(user, never)
      story.push(label)
      end()
    }
    const all = [wait('alice', 'a1'), wait('alice', 'a2'), wait('alice', 'a3'), wait('bob', 'b1'), wait('carol', 'c1')]
    ;(await release)()
    await Promise.all(all)
    expect(story).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
    expect([queue.inUse, queue.waiting]).toEqual([0, 0])
  })

  it('leave with the reason of their signal, or when the time is up', async () => {
    const queue = open({ connections: 1 })
    const release = await queue.acquire('first', never)
    const controller = new AbortController()
    const gone = new Error('gone')
    const leaving = queue.acquire('alice', controller.signal)
    const late = queue.acquire('bob', never)
    expect(queue.waiting).toBe(2)
    controller.abort(gone)
    await expect(leaving).rejects.toBe(gone)
    const refused = expect(late).rejects.toBeInstanceOf(NoFreeSlot)
    vi.advanceTimersByTime(1_000)
    await refused
    expect(queue.waiting).toBe(0)
    release()
    release()
    expect(queue.inUse).toBe(0)
    expect(queue.acquire('carol', never)).toBeTypeOf('function')
  })

  it('do not fill the places of others', async () => {
    const queue = open({ connections: 1, maxWaiting: 16 })
    await queue.acquire('first', never)
    const refused = vi.fn()
    for (let count = 0; count < 100; count += 1) Promise.resolve(queue.acquire('alice', never)).catch(refused)
    await Promise.resolve()
    await Promise.resolve()
    expect(queue.waiting).toBe(5)
    expect(refused).toHaveBeenCalledTimes(95)
    expect(refused.mock.calls[0]?.[0]).toBeInstanceOf(NoFreeSlot)
    Promise.resolve(queue.acquire('bob', never)).catch(() => undefined)
    expect(queue.waiting).toBe(6)
  })

  it('are not joined by a signal that has aborted', async () => {
    const gone = new Error('gone')
    await expect(open().acquire('alice', AbortSignal.abort(gone))).rejects.toBe(gone)
  })
})

/** What happens to the queue, beside the passing of turns. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('acquire' as const), user: fc.nat({ max: 5 }) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('release' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('abort' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('expire' as const) }) },
)

interface Place {
  readonly user: string
  readonly controller: AbortController
  release: ReleaseSlot | undefined
  gone: boolean
}

const turn = async () => {
  for (let count = 0; count < 4; count += 1) await Promise.resolve()
}

it('never gives more than there are, keeps the shares, starves nobody and gets everything back', async () => {
  const settings = fc.record({
    connections: fc.integer({ min: 1, max: 20 }),
    maxWaiting: fc.integer({ min: 1, max: 20 }),
  })
  await fc.assert(
    fc.asyncProperty(settings, fc.array(step, { maxLength: 120 }), async ({ connections, maxWaiting }, steps) => {
      const queue = open({ connections, maxWaiting })
      let places: Place[] = []
      const heldBy = (user: string) => places.filter((place) => place.user === user && place.release).length
      const check = () => {
        const held = places.filter(({ release }) => release !== undefined)
        const waiting = places.filter(({ release, gone }) => release === undefined && !gone)
        expect([queue.inUse, queue.waiting]).toEqual([held.length, waiting.length])
        expect(held.length).toBeLessThanOrEqual(connections)
        expect(waiting.length).toBeLessThanOrEqual(maxWaiting)
        const free = connections - held.length
        const bound = Math.max(2, Math.ceil(connections / 3))
        for (const { user } of held) expect(heldBy(user)).toBeLessThanOrEqual(bound)
        for (const { user } of waiting) {
          if (heldBy(user) === 0) expect(free).toBe(0)
          else expect(heldBy(user) * 2 * connections).toBeGreaterThanOrEqual(free * free)
        }
      }
      const take = (user: string) => {
        const place: Place = { user, controller: new AbortController(), release: undefined, gone: false }
        places.push(place)
        const taken = queue.acquire(user, place.controller.signal)
        if (!(taken instanceof Promise)) place.release = taken
        else
          taken.then(
            (release) => {
              place.release = release
            },
            () => {
              place.gone = true
            },
          )
      }
      for (const one of steps) {
        const held = places.filter(({ release }) => release !== undefined)
        const waiting = places.filter(({ release }) => release === undefined)
        if (one.type === 'acquire') take(`user-${one.user}`)
        else if (one.type === 'release' && held.length > 0) {
          const place = held[one.at % held.length]
          place?.release?.()
          places = places.filter((other) => other !== place)
        } else if (one.type === 'abort') waiting[one.at % waiting.length]?.controller.abort(new Error('gone'))
        else if (one.type === 'expire') vi.advanceTimersByTime(1_000)
        await turn()
        places = places.filter(({ gone }) => !gone)
        check()
      }
      while (places.length > 0) {
        const place = places.find(({ release }) => release !== undefined)
        expect(place).toBeDefined()
        place?.release?.()
        places = places.filter((other) => other !== place)
        await turn()
        check()
      }
      expect([queue.inUse, queue.waiting]).toEqual([0, 0])
    }),
  )
})
