import type { Checksum } from '@sluice/contracts'
import { passesIcao, passesLuhn, passesMod1110, passesVerhoeff, restOf97 } from '../identifiers/check-digits.ts'

/** Looks at a value of letters and digits in capitals, at most 512 of them. */
type Check = (value: string) => boolean

/** Check digits by the names that configuration gives them. */
export const CHECKS: Readonly<Record<Checksum, Check>> = {
  luhn: (value) => isDigits(value) && passesLuhn(value),
  verhoeff: (value) => isDigits(value) && passesVerhoeff(value),
  'mod10-731': (value) => /^(?!0+$)[0-9A-Z]+[0-9]$/.test(value) && passesIcao(value),
  'mod11-weighted': passesMod11Weighted,
  'mod11-2': passesMod112,
  'mod11-10': (value) => isDigits(value) && passesMod1110(value),
  // ISO/IEC 7064, MOD 97-10, as in LEI (ISO 17442).
  'mod97-10': (value) => /^[0-9A-Z]{3,}$/.test(value) && restOf97(value) === 1,
  // ISO 13616: its first four characters count as the last.
  iban: (value) => /^[A-Z]{2}[0-9]{2}[0-9A-Z]+$/.test(value) && restOf97(value.slice(4) + value.slice(0, 4)) === 1,
}

function isDigits(value: string): boolean {
  return /^[0-9]{2,}$/.test(value)
}

/**
 * The last digit counts once, each one before it once more, as in ISBN-10 (ISO 2108:1992) and in the number of the
 * British NHS. A last X is ten.
 */
function passesMod11Weighted(value: string): boolean {
  if (!/^[0-9]+[0-9X]$/.test(value)) return false
  const sum = Array.from(value).reduce(
    (total, character, at) => total + (value.length - at) * (character === 'X' ? 10 : Number(character)),
    0,
  )
  return sum > 0 && sum % 11 === 0
}

/** ISO/IEC 7064, MOD 11-2, as in ISNI (ISO 27729) and ORCID. A last X is ten. */
function passesMod112(value: string): boolean {
  if (!/^[0-9]+[0-9X]$/.test(value)) return false
  let sum = 0
  for (const digit of value.slice(0, -1)) sum = ((sum + Number(digit)) * 2) % 11
  return (sum + (value.endsWith('X') ? 10 : Number(value.at(-1)))) % 11 === 1
}
