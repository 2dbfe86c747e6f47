import { randomBytes } from 'node:crypto'
import { committedOf } from '@sluice/evidence'
import type { Mask } from '@sluice/pipeline/ports'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { EvidenceMasks } from './evidence-masks.ts'
import type { MaskMaker, startMaskMaker } from './mask-maker.ts'
import { MASK_BYTES } from './mask-messages.ts'

type Events = Parameters<typeof startMaskMaker>[0]

/** A maker that makes what it owes when the test says so. Every mask is another one. */
class MakerForTests implements MaskMaker {
  ordered = 0
  readonly #events: Events

  constructor(events: Events) {
    this.#events = events
  }

  order(count: number): void {
    this.ordered += count
  }

  make(count: number): void {
    const made = Math.min(count, this.ordered)
    this.ordered -= made
    const bytes = randomBytes(made * MASK_BYTES)
    // Scalars are below the order of the group.
    for (let end = MASK_BYTES; end <= bytes.length; end += MASK_BYTES) bytes[end - 33] = 0
    this.#events.made(bytes)
  }

  die(): void {
    this.#events.lost(new Error('killed'))
  }

  async end(): Promise<void> {}
}

function open(changes: { readonly capacity?: number; readonly maxWaitMs?: number } = {}) {
  const makers: MakerForTests[] = []
  const onLost = vi.fn()
  const masks = new EvidenceMasks({
    ...{ capacity: 64, maxWaitMs: 1_000, ...changes, onLost },
    startMaker: (events) => {
      const maker = new MakerForTests(events)
      makers.push(maker)
      return maker
    },
  })
  return { masks, makers, onLost, maker: () => makers.at(-1)! }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the masks of a gateway', () => {
  it('are kept up to the bound, and filled up again once a part is gone', () => {
    const { masks, maker } = open({ capacity: 128 })
    expect(maker().ordered).toBe(128)
    maker().make(128)
    for (let taken = 0; taken < 31; taken += 1) masks.take('u')
    expect([masks.ready, maker().ordered]).toEqual([97, 0])
    masks.take('u')
    expect([masks.ready, maker().ordered]).toEqual([96, 32])
  })

  it('commit to a number by their shift, and are gone from memory once they are taken', async () => {
    const made: Buffer[] = []
    const masks = new EvidenceMasks({
      ...{ capacity: 64, maxWaitMs: 1, onLost: vi.fn() },
      startMaker: (events) => {
        const maker = new MakerForTests({ ...events, made: (bytes) => events.made(made[made.push(bytes) - 1]!) })
        queueMicrotask(() => maker.make(2))
        return maker
      },
    })
    await Promise.resolve()
    const mask = masks.take('u')
    if (mask instanceof Promise) throw new Error('There is one.')
    const shift = Buffer.from(mask.shiftTo(43), 'base64url')
    expect(committedOf(Buffer.from(mask.value, 'base64url'), shift)).toBe(43)
    expect(made[0]?.subarray(0, MASK_BYTES)).toEqual(Buffer.alloc(MASK_BYTES))
    expect(made[0]?.subarray(MASK_BYTES)).not.toEqual(Buffer.alloc(MASK_BYTES))
    await masks.close()
    expect(made[0]).toEqual(Buffer.alloc(2 * MASK_BYTES))
  })

  it('are waited for, user by user, and each user in the order of the requests', async () => {
    const { masks, maker } = open()
    const served: string[] = []
    const waiting = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map(async (name) => {
      await masks.take(name.charAt(0))
      served.push(name)
    })
    expect([masks.waiting, masks.waits]).toEqual([7, 7])
    for (let count = 0; count < 7; count += 1) maker().make(1)
    await Promise.all(waiting)
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4'])
    expect([masks.waiting, masks.ready]).toEqual([0, 0])
  })

  it('are waited for by others, too, however many one user waits for', async () => {
    const { masks, maker } = open()
    const burst = Promise.allSettled(Array.from({ length: 10_000 }, () => masks.take('a')))
    const other = Promise.resolve(masks.take('b'))
    maker().make(2)
    expect(await other).toBeDefined()
    await masks.close()
    const served = (await burst).filter(({ status }) => status === 'fulfilled')
    expect(served).toHaveLength(1)
  })

  it('that come too late refuse the request, and go to the next one', async () => {
    vi.useFakeTimers()
    const { masks, maker } = open({ maxWaitMs: 500 })
    const early = Promise.resolve(masks.take('a'))
    const refused = expect(early).rejects.toMatchObject({ code: 'audit_unavailable' })
    await vi.advanceTimersByTimeAsync(500)
    await refused
    const next = masks.take('a')
    maker().make(1)
    expect(await next).toBeDefined()
    expect(masks.waiting).toBe(0)
  })

  it('are made again where the thread is lost; who waits goes on waiting', async () => {
    vi.useFakeTimers()
    const { masks, makers, maker, onLost } = open()
    await expect(masks.checkReady()).rejects.toThrow('No masks')
    const waiting = masks.take('a')
    maker().die()
    expect(onLost).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(100)
    // One that dies at once is started again later and later.
    maker().die()
    await vi.advanceTimersByTimeAsync(199)
    expect(makers).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    maker().make(8)
    expect(await waiting).toBeDefined()
    await masks.checkReady()
    expect([makers.length, masks.ready]).toEqual([3, 7])
  })

  it('refuse who waits when they are closed, and who comes then', async () => {
    const { masks } = open()
    const waiting = Promise.resolve(masks.take('a'))
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'audit_unavailable' }), masks.close()])
    await expect(masks.take('a')).rejects.toMatchObject({ code: 'audit_unavailable' })
  })

  it('are never given out twice, whatever comes when, over lost threads as well', async () => {
    vi.useFakeTimers()
    const step = fc.oneof(
      fc.record({ take: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ make: fc.integer({ min: 1, max: 80 }) }),
      fc.record({ pass: fc.integer({ min: 1, max: 600 }) }),
      fc.constant({ die: true as const }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { masks, maker } = open({ maxWaitMs: 500 })
        const given: Mask[] = []
        let refused = 0
        let asked = 0
        for (const one of steps) {
          if ('take' in one) {
            asked += 1
            void Promise.resolve(masks.take(one.take)).then(
              (mask) => given.push(mask),
              () => (refused += 1),
            )
          } else if ('make' in one) maker().make(one.make)
          else if ('die' in one) maker().die()
          else await vi.advanceTimersByTimeAsync(one.pass)
        }
        await masks.close()
        await vi.advanceTimersByTimeAsync(0)
        expect(given.length + refused).toBe(asked)
        expect(new Set(given.map(({ value }) => value)).size).toBe(given.length)
        expect(new Set(given.map(({ masked }) => masked)).size).toBe(given.length)
      }),
      { numRuns: 300 },
    )
  })
})
