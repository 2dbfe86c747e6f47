import { describe, expect, it } from 'vitest'
import { type SlicedWork, workInSlices } from './work-in-slices.ts'

/** Takes steps of the given lengths and counts them. */
function* stepsOf(lengths: readonly number[], done: number[] = []): SlicedWork<readonly number[]> {
  for (const length of lengths) {
    yield length
    done.push(length)
  }
  return done
}

describe('workInSlices', () => {
  it.each([
    ['no step', []],
    ['one step', [10]],
    ['steps that fill the slice', [4, 6]],
  ])('answers at once: %s', (_, lengths) => {
    expect(workInSlices(stepsOf(lengths), { sliceLength: 10 })).toEqual(lengths)
  })

  it('throws at once what work of one slice throws', () => {
    function* failing(): SlicedWork<void> {
      yield 1
      throw new RangeError('too long')
    }
    expect(() => workInSlices(failing(), { sliceLength: 10 })).toThrow(RangeError)
  })

  it('gives the event loop its turn before the step that does not fit', async () => {
    const done: number[] = []
    const seen: number[] = []
    const result = workInSlices(stepsOf([4, 6, 1, 10, 11], done), { sliceLength: 10 })
    expect(done).toEqual([4, 6])
    const look = () => {
      seen.push(done.length)
      if (done.length < 5) setImmediate(look)
    }
    setImmediate(look)
    expect(await result).toEqual([4, 6, 1, 10, 11])
    // 1 alone, because 10 more do not fit; then 10; 11 has a slice of its own.
    expect(seen.slice(0, 2)).toEqual([3, 4])
  })

  it('rejects with what longer work throws', async () => {
    function* failing(): SlicedWork<void> {
      yield 20
      throw new RangeError('too long')
    }
    await expect(workInSlices(failing(), { sliceLength: 10 })).rejects.toThrow(RangeError)
  })

  it('stops between two slices when the signal has aborted', async () => {
    const done: number[] = []
    const { signal, abort } = abortable()
    const result = workInSlices(stepsOf([10, 10, 10], done), { sliceLength: 10, signal })
    abort()
    await expect(result).rejects.toThrow('gone')
    expect(done).toEqual([10])
  })

  it('does not ask the signal in work of one slice', () => {
    expect(workInSlices(stepsOf([10]), { sliceLength: 10, signal: AbortSignal.abort() })).toEqual([10])
  })
})

function abortable(): { readonly signal: AbortSignal; abort(): void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('gone')) }
}
