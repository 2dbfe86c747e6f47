import { describe, expect, it } from 'vitest'
import { Exports } from './exports.ts'

const person = (sub: string) => ({ tenant: 'default', sub })
const { signal } = new AbortController()

/** A source of so many chunks, that knows how it ended. */
function sourceOf(chunks: number) {
  const source = { cancelled: false, stream: () => stream }
  let left = chunks
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      left -= 1
      if (left < 0) controller.close()
      else controller.enqueue(new Uint8Array([left]))
    },
    cancel: () => {
      source.cancelled = true
    },
  })
  return source
}

const chunksOf = async (stream: ReadableStream<Uint8Array>) => (await Array.fromAsync(stream)).length

describe('exports', () => {
  it('are what they were, and make room when they have been read', async () => {
    const exports = new Exports()
    const stream = await exports.stream(person('a'), signal, sourceOf(5).stream)
    expect(exports.open).toBe(1)
    expect(await chunksOf(stream)).toBe(5)
    expect(exports.open).toBe(0)
  })

  it('leave room for others, however many one person opens and does not read', async () => {
    const exports = new Exports()
    const asked = Array.from({ length: 100 }, () => exports.stream(person('a'), signal, sourceOf(5).stream))
    const results = Promise.allSettled(asked)
    for (const sub of ['b', 'c']) {
      const stream = await exports.stream(person(sub), signal, sourceOf(5).stream)
      expect(await chunksOf(stream)).toBe(5)
    }
    const refused = (await results).filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(97).fill('overloaded'))
    expect(exports.open).toBe(3)
  })

  it('end where nobody reads them', async () => {
    const exports = new Exports({ maxPauseMs: 20 })
    const source = sourceOf(5)
    const stream = await exports.stream(person('a'), signal, source.stream)
    await expect.poll(() => source.cancelled).toBe(true)
    expect(exports.open).toBe(0)
    await expect(chunksOf(stream)).rejects.toThrow('Nobody has read for 20 ms.')
  })

  it('make room where their reader leaves, where they break, and where they cannot begin', async () => {
    const exports = new Exports()
    const source = sourceOf(5)
    await (await exports.stream(person('a'), signal, source.stream)).cancel()
    expect(source.cancelled).toBe(true)
    const broken = () => new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('away')) })
    await expect(chunksOf(await exports.stream(person('a'), signal, broken))).rejects.toThrow('away')
    await expect(exports.stream(person('a'), signal, () => Promise.reject(new Error('not yet')))).rejects.toThrow('not')
    expect(exports.open).toBe(0)
  })
})
