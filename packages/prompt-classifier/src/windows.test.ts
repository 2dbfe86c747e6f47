import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachWindow } from './windows.ts'

function windowsOf(count: number): readonly (readonly [number, number])[] {
  const windows: (readonly [number, number])[] = []
  eachWindow(count, (from, to) => windows.push([from, to]))
  return windows
}

describe('eachWindow', () => {
  it('takes a short text whole', () => expect(windowsOf(12)).toEqual([[0, 12]]))

  it('has every stretch of 24 tokens whole in one window, and ends with the text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000 }), fc.nat(), (count, place) => {
        const windows = windowsOf(count)
        for (const [from, to] of windows) expect(to > from && to <= count).toBe(true)
        const start = place % Math.max(1, count - 24)
        const end = Math.min(count, start + 24)
        expect(windows.some(([from, to]) => from <= start && to >= end)).toBe(true)
      }),
    )
  })
})
