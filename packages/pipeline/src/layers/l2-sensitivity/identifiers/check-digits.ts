import { isDay } from '../../../dates/index.ts'
/** The digits of a text, as numbers. */
export function digitsOf(text: string): readonly number[] {
  return Array.from(text.replace(/\D/g, ''), Number)
}

/** The sum of digits times weights, for as many as there are weights. */
export function weighted(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)
}

/** ISO/IEC 7812-1, annex B: every second digit from the right counts twice, by its own digits. */
export function passesLuhn(text: string): boolean {
  const digits = digitsOf(text).toReversed()
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digitSum(2 * digit)), 0)
  return digits.length > 1 && sum % 10 === 0 && digits.some((digit) => digit !== 0)
}

/** Of a number from 0 to 99. */
export function digitSum(number: number): number {
  return Math.floor(number / 10) + (number % 10)
}

/** ISO/IEC 7064, MOD 11,10. */
export function passesMod1110(text: string): boolean {
  let product = 10
  const digits = digitsOf(text)
  for (const digit of digits.slice(0, -1)) {
    const sum = (digit + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === digits.at(-1)
}

const DIHEDRAL = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
]
const PERMUTATIONS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
]

/** J. Verhoeff, Error Detecting Decimal Codes, 1969. */
export function passesVerhoeff(text: string): boolean {
  const digits = digitsOf(text).toReversed()
  const rest = digits.reduce((state, digit, at) => {
    const permuted = Number(PERMUTATIONS[at % 8]?.charAt(digit))
    return Number(DIHEDRAL[state]?.charAt(permuted))
  }, 0)
  return rest === 0
}

/** Whether two digits each, from three places of a text, are year, month and day. */
export function hasDay(text: string, year: number, month: number, day: number): boolean {
  const pair = (at: number) => Number(text.slice(at, at + 2))
  return isDay(pair(year), pair(month), pair(day))
}

/** The rest of a number with letters as 10 to 35, as ISO/IEC 7064, MOD 97-10, has it: 1 for one that holds. */
export function restOf97(value: string): number {
  let rest = 0
  for (const character of value) {
    const digit = Number.parseInt(character, 36)
    rest = (rest * (digit > 9 ? 100 : 10) + digit) % 97
  }
  return rest
}

/** The weights 7, 3, 1 of machine-readable documents, letters from A = 10: ICAO Doc 9303, part 3, section 4.9. */
export function passesIcao(text: string): boolean {
  const weights = [7, 3, 1]
  const sum = Array.from(text.slice(0, -1)).reduce(
    (total, character, at) => total + Number.parseInt(character, 36) * (weights[at % 3] ?? 0),
    0,
  )
  return sum % 10 === Number(text.at(-1))
}
