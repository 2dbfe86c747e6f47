import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { defined, readBounded, singleFlight, withTimeout } from './index.ts'

describe('singleFlight', () => {
  it('runs the work of one key once for all who ask meanwhile, and again afterwards', async () => {
    const share = singleFlight<string, number>()
    const gate = Promise.withResolvers<void>()
    let runs = 0
    const work = async () => {
      runs += 1
      await gate.promise
      return runs
    }
    const asked = [share('a', work), share('a', work)]
    gate.resolve()
    expect(await Promise.all(asked)).toEqual([1, 1])
    expect(await share('a', work)).toBe(2)
  })

  it('keeps keys apart', async () => {
    const share = singleFlight<string, string>()
    expect(await Promise.all([share('a', async () => 'A'), share('b', async () => 'B')])).toEqual(['A', 'B'])
  })

  it('gives a failure to all who wait and remembers none', async () => {
    const share = singleFlight<string, string>()
    const fail = () => Promise.reject(new Error('down'))
    expect(await Promise.allSettled([share('a', fail), share('a', fail)])).toMatchObject([
      { reason: { message: 'down' } },
      { reason: { message: 'down' } },
    ])
    expect(await share('a', async () => 'up')).toBe('up')
  })
})

describe('withTimeout', () => {
  it('gives what the work gives', async () => {
    expect(
      await withTimeout(
        60_000,
        () => 'done',
        () => 'late',
      ),
    ).toBe('done')
  })

  it('rejects as the work does', async () => {
    await expect(
      withTimeout(
        60_000,
        () => Promise.reject(new Error('failed')),
        () => 'late',
      ),
    ).rejects.toThrow('failed')
  })

  it('gives what is for late work, and aborts the work', async () => {
    let aborted = false
    const work = (signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(signal.reason)
        })
      })
    expect(await withTimeout(1, work, () => 'late')).toBe('late')
    expect(aborted).toBe(true)
  })

  it('lets the time-out be an error, and ignores how late work ends', async () => {
    const gate = Promise.withResolvers<never>()
    const late = withTimeout(
      1,
      () => gate.promise,
      () => {
        throw new Error('too late')
      },
    )
    await expect(late).rejects.toThrow('too late')
    gate.reject(new Error('nobody waits for this'))
    await nextTurn()
  })
})

describe('readBounded', () => {
  const tooLong = () => new Error('too long')

  it('reads to the end, up to the bound', async () => {
    const parts = new Blob(['ab', 'cd']).stream()
    expect(String(await readBounded(parts, 4, tooLong))).toBe('abcd')
  })

  it('stops reading beyond it, and lets go of the stream', async () => {
    let cancelled = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(3)),
      cancel: () => {
        cancelled = true
      },
    })
    await expect(readBounded(endless, 4, tooLong)).rejects.toThrow('too long')
    expect(cancelled).toBe(true)
  })
})

describe('defined', () => {
  it('drops what is undefined and nothing else', () => {
    const given: { a: number; b?: string | undefined; c: null; d: boolean | undefined } = {
      a: 0,
      b: undefined,
      c: null,
      d: false,
    }
    const kept = defined(given)
    expect(Object.entries(kept)).toEqual([
      ['a', 0],
      ['c', null],
      ['d', false],
    ])
    expectTypeOf(kept).toExtend<{ a: number; b?: string; c: null; d?: boolean }>()
  })
})
