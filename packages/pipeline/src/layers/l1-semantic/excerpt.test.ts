import type { ThreatFinding } from '@sluice/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chat } from '../../testing/answers-for-tests.ts'
import { excerptOf } from './excerpt.ts'

const say = (...texts: readonly string[]) =>
  chat({ model: 'm', messages: texts.map((content) => ({ role: 'user', content })) })
const sign = (at: number, start: number, end: number): ThreatFinding => ({
  ...{ kind: 'threat', threat: 'x', position: `/messages/${at}/content`, confidence: 0.4, start, end },
})

describe('excerptOf', () => {
  it('shows the texts with signs and the last one of the user', () => {
    expect(excerptOf(say('one', 'two', 'three', 'four'), [sign(1, 0, 3)])).toEqual({ text: 'two\n\nfour', omitted: 0 })
    expect(excerptOf(say('one', 'two'), [])).toEqual({ text: 'two', omitted: 0 })
    expect(excerptOf(chat({ model: 'm', messages: [{ role: 'system', content: 'x' }] }), [])).toBeUndefined()
  })

  it.each([
    ['at the beginning', 0],
    ['in the middle', 30_000],
    ['at the end', 59_993],
  ])('shows the part around a sign %s', (_, start) => {
    const text = `${'.'.repeat(start)}EVIL IT${'.'.repeat(59_993 - start)}`
    const excerpt = excerptOf(say(text, 'Bye'), [sign(0, start, start + 7)])
    expect(excerpt?.text).toContain('EVIL IT')
    expect(excerpt?.text.length).toBeLessThanOrEqual(16_384)
    expect(excerpt?.omitted).toBe(60_000 + 3 - ((excerpt?.text.length ?? 0) - 2))
  })

  it('finds the sign where values before it have been replaced by tokens', () => {
    const written = `${'a@b.cc '.repeat(4_000)}EVIL IT ${'x '.repeat(10_000)}`
    const masked = written.replaceAll('a@b.cc', 'EMAIL_ADDRESS_7QK2M9X4TA')
    const excerpt = excerptOf(say(masked, 'Bye'), [sign(0, 28_000, 28_007)], say(written, 'Bye'))
    expect(excerpt?.text).toContain('EVIL IT')
    expect(excerpt?.text).not.toContain('a@b.cc')
  })

  it('is never longer than a guard reads, and leaves out nothing that it does not count', () => {
    const text = fc.nat(30_000).map((length) => 'x'.repeat(length + 1))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), fc.nat(30_000), (texts, start) => {
        const threats = texts.map((each, at) => sign(at, Math.min(start, each.length - 1), each.length))
        const excerpt = excerptOf(say(...texts), threats)
        const whole = texts.reduce((sum, { length }) => sum + length, 0)
        expect(excerpt?.text.length).toBeLessThanOrEqual(16_384)
        expect((excerpt?.text.replaceAll('\n', '').length ?? 0) + (excerpt?.omitted ?? 0)).toBe(whole)
        if (whole + 2 * texts.length <= 16_384) expect(excerpt?.omitted).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
})
