import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Account, MAX_SUBJECTS, MAX_VALUES } from './account.ts'
import { PRECISIONS, type Precision } from './population.ts'
import type { Trait } from './trait.ts'

const precisions = Object.keys(PRECISIONS) as Precision[]
const trait: fc.Arbitrary<Trait> = fc.record({
  precision: fc.constantFrom(...precisions),
  value: fc.integer({ min: 0, max: 2 * MAX_VALUES }).map(String),
  subject: fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 2 * MAX_SUBJECTS }).map(String)),
  share: fc.constant(0.01),
})
const traits = fc.array(trait, { maxLength: 300 })

function accountOf(...parts: readonly Iterable<Trait>[]): Account {
  const account = new Account()
  for (const part of parts) for (const one of part) account.add(one)
  return account
}

const contentOf = (account: Account) => [...account.traits()].map((one) => JSON.stringify(one)).toSorted()

describe('an account', () => {
  it('is the same in whatever order traits are told', () => {
    fc.assert(
      fc.property(traits, fc.infiniteStream(fc.nat()), (told, keys) => {
        const shuffled = told
          .map((one) => ({ one, key: keys.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        expect(contentOf(accountOf(shuffled))).toEqual(contentOf(accountOf(told)))
      }),
    )
  })

  it('has each trait once, and says what was new', () => {
    fc.assert(
      fc.property(traits, (told) => {
        const account = accountOf(told)
        const before = contentOf(account)
        expect(told.some((one) => account.add(one))).toBe(false)
        expect(contentOf(account)).toEqual(before)
      }),
    )
  })

  it('is the same at two gateways that have told each other', () => {
    fc.assert(
      fc.property(traits, traits, (here, there) => {
        const [one, other] = [accountOf(here), accountOf(there)]
        expect(contentOf(accountOf(here, other.traits()))).toEqual(contentOf(accountOf(there, one.traits())))
        expect(contentOf(accountOf(here, other.traits()))).toEqual(contentOf(accountOf(here, there)))
      }),
    )
  })

  it('is bounded', () => {
    fc.assert(
      fc.property(fc.array(trait, { minLength: 2_000, maxLength: 3_000 }), (told) => {
        expect(accountOf(told).size).toBeLessThanOrEqual((MAX_SUBJECTS + 1) * precisions.length * MAX_VALUES)
      }),
      { numRuns: 5 },
    )
  })

  it('does not add the traits of one named person to those of another, and those of nobody to both', () => {
    const of = (subject: string, precision: Precision, share: number): Trait => ({
      ...{ subject, precision, share, value: 'v' },
    })
    const account = accountOf([of('anna', 'age', 1 / 80), of('bob', 'postal-area', 1 / 33_500)])
    const apart = account.fit(new Set(['anna', 'bob'])).anonymitySet
    expect(apart).toBe(10_000)
    account.add(of('', 'sex', 0.5))
    expect(account.fit(new Set([''])).anonymitySet).toBe(5_000)
    expect(Math.round(account.fit(new Set(['anna'])).anonymitySet)).toBe(335_000_000 / 160)
    expect(account.fit(new Set(['nobody else'])).anonymitySet).toBe(Number.POSITIVE_INFINITY)
    expect(account.attributesOf('anna')).toEqual(['birth-year', 'sex'])
  })
})
