import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeenEntries } from './seen-entries.ts'

describe('createSeenEntries', () => {
  it('waits for the gap to close', () => {
    const seen = createSeenEntries()
    expect([seen.add(1), seen.add(3), seen.add(3), seen.add(4)]).toEqual([true, true, false, true])
    expect(seen.upTo()).toBe(1)
    expect(seen.add(2)).toBe(true)
    expect(seen.upTo()).toBe(4)
    expect(seen.add(4)).toBe(false)
  })

  it('starts anew where it is told to, forwards and backwards', () => {
    const seen = createSeenEntries()
    seen.add(12)
    seen.startAt(10)
    expect([seen.upTo(), seen.add(10), seen.add(11), seen.upTo()]).toEqual([10, false, true, 12])
    seen.startAt(0)
    expect([seen.add(1), seen.upTo()]).toEqual([true, 1])
  })

  it('takes each entry once and ends at the last, in whatever order they come', () => {
    const shuffled = fc.integer({ min: 1, max: 50 }).chain((length) => {
      const all = Array.from({ length }, (_, index) => index + 1)
      return fc.tuple(
        fc.shuffledSubarray([...all, ...all], { minLength: 2 * length, maxLength: 2 * length }),
        fc.constant(length),
      )
    })
    fc.assert(
      fc.property(shuffled, ([order, length]) => {
        const seen = createSeenEntries()
        const taken = order.filter((number) => seen.add(number))
        expect(taken.toSorted((left, right) => left - right)).toEqual(Array.from({ length }, (_, index) => index + 1))
        expect(seen.upTo()).toBe(length)
      }),
    )
  })
})
