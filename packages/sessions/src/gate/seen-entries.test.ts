import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SeenEntries } from './seen-entries.ts'

describe('SeenEntries', () => {
  it('waits for the gap to close', () => {
    const seen = new SeenEntries()
    expect([seen.add(10, 0), seen.add(30, 20), seen.add(30, 20), seen.add(47, 30)]).toEqual([true, true, false, true])
    expect(seen.upTo()).toBe(10)
    expect(seen.add(20, 10)).toBe(true)
    expect(seen.upTo()).toBe(47)
    expect(seen.add(47, 30)).toBe(false)
  })

  it('starts again at a given entry, forwards and backwards', () => {
    const seen = new SeenEntries()
    seen.add(12, 11)
    seen.startAt(10)
    expect([seen.upTo(), seen.add(10, 9), seen.add(11, 10), seen.upTo()]).toEqual([10, false, true, 12])
    seen.startAt(5)
    expect([seen.add(7, 5), seen.upTo()]).toEqual([true, 7])
  })

  it('does not mistake an entry of another log for one that it has seen', () => {
    const seen = new SeenEntries()
    seen.startAt(100)
    seen.add(101, 100)
    // The log lost the entry 101 and went on from 100.
    expect([seen.add(102, 100), seen.upTo()]).toEqual([true, 101])
    seen.startAt(100)
    expect(seen.upTo()).toBe(102)
  })

  it('adds each entry once and ends at the last, in any order of arrival', () => {
    const shuffled = fc
      .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 50 })
      .chain((numbers) => {
        const log = numbers.toSorted((left, right) => left - right)
        const entries = log.map((number, index) => [number, log[index - 1] ?? 0] as const)
        const twice = [...entries, ...entries]
        return fc.tuple(
          fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length }),
          fc.constant(log),
        )
      })
    fc.assert(
      fc.property(shuffled, ([order, log]) => {
        const seen = new SeenEntries()
        const taken = order.filter(([number, previous]) => seen.add(number, previous)).map(([number]) => number)
        expect(taken.toSorted((left, right) => left - right)).toEqual(log)
        expect(seen.upTo()).toBe(log.at(-1))
      }),
    )
  })
})
