import { expect, it } from 'vitest'
import { readAssignments } from './read-assignments.ts'
import { UsageError } from './usage-error.ts'

it('reads owners and days, of one algorithm or of all others', () => {
  expect(readAssignments(['RSA=Platform = core', 'CISO'], ['RSA=2027-06-30', 'AES=2030'])).toEqual({
    RSA: { owner: 'Platform = core', due: '2027-06-30' },
    AES: { due: '2030' },
    '*': { owner: 'CISO' },
  })
  expect(readAssignments([], [])).toEqual({})
})

it.each([
  [['RSA='], []],
  [[''], []],
  [[], ['RSA=June']],
  [[], ['2027-02-30']],
  [Array.from({ length: 201 }, (_, index) => `A${index}=x`), []],
])('refuses %j and %j', (owners, dues) => expect(() => readAssignments(owners, dues)).toThrow(UsageError))
