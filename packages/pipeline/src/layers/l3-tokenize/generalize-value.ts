import type { EntityType } from '@sluice/contracts'
import { roundAmount } from '../../amounts/index.ts'
import { generalizeDate } from '../../dates/index.ts'

/**
 * What a value is when it is told less exactly; undefined where that cannot be said. It never comes back.
 *
 * Of a birth its year, of another date its year or month with year, of an age its decade (`90+` from 90 on), of a ZIP
 * code the first three digits, of a sum one digit. Age, birth and ZIP code as HIPAA's safe harbor has them: 45 CFR
 * 164.514(b)(2)(i)(B) and (C).
 */
export function generalizeValue(entity: EntityType, value: string): string | undefined {
  switch (entity) {
    case 'DATE_TIME':
      return generalizeDate(value, false)
    case 'DATE_OF_BIRTH':
      return generalizeDate(value, true)
    case 'AGE':
      return decadeOf(value)
    case 'ZIP_CODE':
      return beginningOf(value)
    case 'AMOUNT':
      return roundAmount(value)
    default:
      return undefined
  }
}

function decadeOf(age: string): string | undefined {
  if (!/^\d{1,3}$/.test(age)) return undefined
  const years = Number(age)
  if (years >= 90) return '90+'
  return years < 10 ? 'under 10' : `${Math.floor(years / 10) * 10}s`
}

const FIVE_DIGITS = /^(\d{3}) ?\d\d(?:-\d{4})?$/

/**
 * With 20,000 people or fewer by the census of 2000, as the Office for Civil Rights lists them:
 * https://www.hhs.gov/hipaa/for-professionals/special-topics/de-identification/index.html
 */
const FEW_PEOPLE: ReadonlySet<string> = new Set(
  '036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893'.split(' '),
)

function beginningOf(code: string): string | undefined {
  const [, beginning] = FIVE_DIGITS.exec(code) ?? []
  if (beginning === undefined) return undefined
  return `${FEW_PEOPLE.has(beginning) ? '000' : beginning}xx`
}
