import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { HeldBody } from '../body-work.ts'
import { tickingClock } from '../testing/exchange-for-tests.ts'
import { maskReason } from './mask-reason.ts'

const mask = (text: string) => maskReason(text, tickingClock())

describe('the reason of an act', () => {
  it.each([
    ['Token seen on a paste site', 'Token seen on a paste site'],
    ['Asked by ann@example.org, card 4111 1111 1111 1111', 'Asked by EMAIL_ADDRESS, card CREDIT_CARD'],
    ['Reported by Maria Keller\nin ticket 12', 'Reported by PERSON\nin ticket 12'],
    ['A | test = 1', 'A | test = 1'],
  ])('%j is kept as %j', async (text, kept) => {
    expect(await mask(text)).toBe(kept)
  })

  it('that cannot be looked at is withheld', async () => {
    const looking = vi.spyOn(HeldBody.prototype, 'L2').mockRejectedValue(new Error('out of order'))
    expect(await mask('Ask ann@example.org')).toBe('[withheld]')
    looking.mockRestore()
    expect(await mask('Ask ann@example.org')).toBe('Ask EMAIL_ADDRESS')
  })

  it('is no longer than a record holds, and well-formed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 1_000 }), async (text) => {
        const kept = await mask(text)
        expect(kept.length).toBeLessThanOrEqual(1_000)
        expect(kept.isWellFormed()).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
