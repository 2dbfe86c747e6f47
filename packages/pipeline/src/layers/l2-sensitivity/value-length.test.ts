import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WINDOW_LENGTH } from '../../run/windows.ts'
import { runSteps } from '../../testing/run-steps.ts'
import type { Span } from './recognizer.ts'
import { RULES, scanSteps } from './scan-text.ts'
import { MAX_VALUE_LENGTH } from './value-length.ts'

const scan = (text: string) => runSteps(scanSteps(text, { kind: 'prose' }, RULES))

/** How many code units the spans cover; fails where they overlap or one is too long. */
function coveredBy(spans: readonly Span[]): number {
  let [covered, reached] = [0, 0]
  for (const { start, end } of spans) {
    expect(start).toBeGreaterThanOrEqual(reached)
    expect(end - start).toBeLessThanOrEqual(MAX_VALUE_LENGTH)
    covered += end - start
    reached = end
  }
  return covered
}

describe('a value', () => {
  it.each([32_768, 33_000, 65_536, 100_000, 262_144])(
    'has at most 512 code units where %i of addresses hang together, and all of them are covered',
    (length) => {
      const text = 'a.co@'.repeat(Math.floor(length / 5))
      const spans = scan(text)
      // All but the last sign, which no domain follows.
      expect(coveredBy(spans)).toBe(text.length - 1)
    },
  )

  it('is covered on every border of two slices, however long what hangs together is', () => {
    for (const before of [1, 7, 100, 511, 512, 513, WINDOW_LENGTH - 100, WINDOW_LENGTH - 5, 30_000, 32_000]) {
      const text = `${'x '.repeat(before / 2 + 1)}${'alice.smith@example.org@'.repeat(3_000)}`
      const from = text.indexOf('alice')
      expect(coveredBy(scan(text))).toBe(text.length - from - 1)
    }
  })

  it('is cut between whole characters', () => {
    const spans = scan(`${'\u{1d41a}.co@'.repeat(200)}a.co`)
    expect(spans.length).toBeGreaterThan(1)
    for (const { start, end } of spans) {
      expect('\u{1d41a}.co@'.repeat(200).slice(start, end).isWellFormed()).toBe(true)
    }
  })

  it.each([
    ['characters that are not seen', '\u200b'],
    ['such characters beyond U+FFFF', '\u{e0041}'],
  ])('is cut in its middle where %s make it long', (_, invisible) => {
    const text = `alice@example${invisible.repeat(2_000)}.com`
    const spans = scan(text)
    expect(coveredBy(spans)).toBe(text.length)
    for (const { start, end } of spans) expect(text.slice(start, end).isWellFormed()).toBe(true)
  })

  it('of any text has a bound', () => {
    const part = fc.constantFrom(
      'a',
      '.co',
      '@',
      '4111111111111111',
      '\u200b'.repeat(600),
      ' ',
      'Maria ',
      '-',
      '\u{1d41a}',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
        coveredBy(scan(parts.join('')))
      }),
    )
  })
})
