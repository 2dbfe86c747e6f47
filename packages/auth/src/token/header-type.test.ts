import { describe, expect, it } from 'vitest'
import { comparableType } from './header-type.ts'

describe('comparableType', () => {
  it.each([
    ['at+jwt', 'at+jwt'],
    ['AT+JWT', 'at+jwt'],
    ['application/at+jwt', 'at+jwt'],
    ['Application/secevent+JWT', 'secevent+jwt'],
    ['text/application/x', 'text/application/x'],
  ])('%s', (typ, type) => expect(comparableType(typ)).toBe(type))
})
