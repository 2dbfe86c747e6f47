import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditCard } from './credit-card.ts'

/** Cards of https://docs.stripe.com/testing, in groups. */
const CARDS = [
  '4111 1111 1111 1111',
  '5555 5555 5555 4444',
  '3714 496353 98431',
  '4111111111111111',
  '3714-496353-98431',
]

/** Whether a part of the text beginning there is covered. */
function covers(text: string, value: string): boolean {
  const start = text.indexOf(value)
  return creditCard.find(text, { label: '' }).some((span) => span.start <= start && start + value.length <= span.end)
}

describe('a card number', () => {
  it('is found as any cell of a row', () => {
    const cell = fc.oneof(
      fc.constantFrom('17', '2026-01-05', '25.00', 'Visa', 'txn_1', '', '0', '3.5', 'a b'),
      fc.stringMatching(/^[a-zA-Z0-9.]{0,6}$/),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...CARDS),
        fc.array(cell, { maxLength: 5 }),
        fc.array(cell, { maxLength: 5 }),
        fc.constantFrom(',', ';', '\t', '|', ', ', ' | ', '\n'),
        (card, before, behind, delimiter) => {
          expect(covers([...before, card, ...behind].join(delimiter), card)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('is found beside any letters', () => {
    const letters = fc.stringMatching(/^[A-Zg-zÀ-ÿ_^%:"'([{<=]{0,8}$/)
    fc.assert(
      fc.property(fc.constantFrom(...CARDS), letters, letters, (card, before, behind) => {
        expect(covers(before + card + behind, card)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
