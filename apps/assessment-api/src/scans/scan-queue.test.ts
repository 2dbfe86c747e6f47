import { describe, expect, it } from 'vitest'
import { createScanQueue } from './scan-queue.ts'

const never = new AbortController().signal

function heldWork() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, finish: resolve }
}

describe('the queue of scans', () => {
  it('runs so many at once, lets so many wait, and turns away the rest', async () => {
    const queue = createScanQueue({ maxRunning: 2, maxWaiting: 1 })
    const held = heldWork()
    const order: number[] = []
    const scans = [1, 2, 3].map((number) =>
      queue.run(() => {
        order.push(number)
        return held.work()
      }, never),
    )
    expect(queue).toMatchObject({ running: 2, waiting: 1 })
    await expect(queue.run(held.work, never)).rejects.toMatchObject({
      code: 'rate_limit_exceeded',
      refusal: { retryAfterSeconds: 5 },
    })
    await Promise.resolve()
    expect(order).toEqual([1, 2])
    held.finish('done')
    await expect(Promise.all(scans)).resolves.toEqual(['done', 'done', 'done'])
    expect(order).toEqual([1, 2, 3])
    expect(queue).toMatchObject({ running: 0, waiting: 0 })
  })

  it('lets go of who gives up waiting, and keeps the place of nobody', async () => {
    const queue = createScanQueue({ maxRunning: 1, maxWaiting: 5 })
    const held = heldWork()
    const first = queue.run(held.work, never)
    const leaving = new AbortController()
    const second = queue.run(async () => 'never', leaving.signal)
    const third = queue.run(async () => 'third', never)
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    expect(queue.waiting).toBe(1)
    held.finish('first')
    await expect(Promise.all([first, third])).resolves.toEqual(['first', 'third'])
    expect(queue).toMatchObject({ running: 0, waiting: 0 })
  })

  it('gives the place on when the work fails', async () => {
    const queue = createScanQueue({ maxRunning: 1, maxWaiting: 1 })
    const failing = queue.run(() => Promise.reject(new Error('broken')), never)
    const next = queue.run(async () => 'next', never)
    await expect(failing).rejects.toThrow('broken')
    await expect(next).resolves.toBe('next')
    expect(queue.running).toBe(0)
  })

  it('does not begin what is aborted already', async () => {
    const queue = createScanQueue({ maxRunning: 1, maxWaiting: 1 })
    await expect(queue.run(async () => 'x', AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
    expect(queue.running).toBe(0)
  })
})
