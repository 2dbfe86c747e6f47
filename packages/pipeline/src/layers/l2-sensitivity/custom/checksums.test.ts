import { CHECKSUMS } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { CHECKS } from './checksums.ts'

/** Values whose check digits hold. Each with one digit more or less in its last place must fail. */
const HOLDING = {
  luhn: ['79927398713', '4111111111111111'],
  verhoeff: ['2363', '123451'],
  'mod10-731': ['L898902C36', '5207273'],
  'mod11-weighted': ['0306406152', '080442957X', '9434765919'],
  'mod11-2': ['0000000218250097', '000000021694233X', '07940'],
  'mod11-10': ['07945', '12345678903'],
  'mod97-10': ['54930084UKLVMY22DS16', '79444'],
  iban: ['GB82WEST12345698765432', 'DE89370400440532013000'],
} as const

describe.each(CHECKSUMS)('%s', (checksum) => {
  it.each(HOLDING[checksum])('holds for %s, and for none with another last digit', (value) => {
    expect(CHECKS[checksum](value)).toBe(true)
    const others = Array.from('0123456789', (digit) => `${value.slice(0, -1)}${digit}`).filter((one) => one !== value)
    expect(others.filter((one) => CHECKS[checksum](one))).toEqual([])
  })

  it.each(['', '0', 'A', 'AB', '00', '000000000'])('holds for no %j', (value) => {
    expect(CHECKS[checksum](value)).toBe(false)
  })
})
