import { describe, expect, it } from 'vitest'
import { PublishedCheckpoint } from './published-checkpoint.ts'

/** Each reading finds a tree that is one larger. `let` lets the reading at hand go on. */
function publishedBy() {
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs }
  const readings: { resolve(): void; reject(error: Error): void }[] = []
  const find = () =>
    new Promise<{ size: number; note: string; signedAt: Date }>((resolve, reject) => {
      const size = readings.length + 1
      readings.push({ resolve: () => resolve({ size, note: '', signedAt: new Date(0) }), reject })
    })
  return { clock, readings, published: new PublishedCheckpoint({ checkpoints: { find }, clock }) }
}

const reading = async (readings: readonly unknown[], count: number) =>
  await expect.poll(() => readings.length, { timeout: 5_000, interval: 5 }).toBe(count)

describe('the published checkpoint', () => {
  it('is read once for all who ask together, and shown for a tenth of a second', async () => {
    const { clock, readings, published } = publishedBy()
    const asked = Array.from({ length: 50 }, () => published.current())
    await reading(readings, 1)
    readings[0]?.resolve()
    expect((await Promise.all(asked)).map((found) => found?.size)).toEqual(Array(50).fill(1))
    clock.nowMs = 99
    expect((await published.current())?.size).toBe(1)
    clock.nowMs = 100
    const later = published.current()
    await reading(readings, 2)
    readings[1]?.resolve()
    expect((await later)?.size).toBe(2)
  })

  it('is read again for whoever asks while it is being read', async () => {
    const { clock, readings, published } = publishedBy()
    const first = published.newer()
    await reading(readings, 1)
    const second = published.newer()
    clock.nowMs = 100
    readings[0]?.resolve()
    expect((await first)?.size).toBe(1)
    await reading(readings, 2)
    readings[1]?.resolve()
    expect((await second)?.size).toBe(2)
  })

  it('is not the one from before where it could not be read', async () => {
    const { clock, readings, published } = publishedBy()
    const first = published.current()
    await reading(readings, 1)
    readings[0]?.resolve()
    await first
    clock.nowMs = 100
    const failing = published.current()
    await reading(readings, 2)
    readings[1]?.reject(new Error('away'))
    await expect(failing).rejects.toThrow('away')
    clock.nowMs = 101
    const again = published.current()
    clock.nowMs = 200
    await reading(readings, 3)
    readings[2]?.resolve()
    expect((await again)?.size).toBe(3)
  })
})
