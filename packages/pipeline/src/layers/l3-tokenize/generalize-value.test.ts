import { ENTITY_TYPES } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { generalizeValue } from './generalize-value.ts'

describe('a value that is generalized', () => {
  it.each([
    ['DATE_TIME', '4 July 2026', 'July 2026'],
    ['DATE_OF_BIRTH', '4 July 1976', '1976'],
    ['AGE', '42', '40s'],
    ['AGE', '9', 'under 10'],
    ['AGE', '10', '10s'],
    ['AGE', '89', '80s'],
    ['AGE', '90', '90+'],
    ['AGE', '104', '90+'],
    ['ZIP_CODE', '12345', '123xx'],
    ['ZIP_CODE', '12345-6789', '123xx'],
    ['ZIP_CODE', '394 13', '394xx'],
    ['ZIP_CODE', '03601', '000xx'],
    ['AMOUNT', '$5,432.10', 'about $5,000'],
  ] as const)('of type %s: %s is %s', (type, value, general) => {
    expect(generalizeValue(type, value)).toBe(general)
  })

  it.each([
    ['DATE_TIME', '4 July'],
    ['AGE', 'forty'],
    ['ZIP_CODE', 'SW1A 1AA'],
    ['ZIP_CODE', '1234'],
    ['AMOUNT', 'some dollars'],
  ] as const)('of type %s: %s is none', (type, value) => {
    expect(generalizeValue(type, value)).toBeUndefined()
  })

  it('is of one of five types', () => {
    expect(ENTITY_TYPES.filter((type) => generalizeValue(type, '12345') !== undefined)).toEqual(['AMOUNT', 'ZIP_CODE'])
  })
})
