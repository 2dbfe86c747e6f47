import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dayShiftOf, nameOfShifted } from './day-shift.ts'
import { createKeyRing } from './key-ring.ts'
import { deriveToken, findTokens } from './token.ts'

const ring = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')

function tokenKeyOf(sessionId: number, sub = 'ada') {
  const user = { tenant: 'acme', sub }
  return ring.mappingKeys({ ...user, sessionId, secret: ring.newSessionSecret(user) }).tokenKey
}

describe('the shift of a session', () => {
  it('is whole weeks, four to fifty-two, in both directions', () => {
    const shifts = Array.from({ length: 400 }, (_, at) => dayShiftOf(tokenKeyOf(at)))
    for (const days of shifts) {
      expect(Math.abs(days) % 7).toBe(0)
      expect(Math.abs(days)).toBeGreaterThanOrEqual(28)
      expect(Math.abs(days)).toBeLessThanOrEqual(364)
    }
    expect(shifts.some((days) => days > 0)).toBe(true)
    expect(shifts.some((days) => days < 0)).toBe(true)
    expect(new Set(shifts).size).toBeGreaterThan(60)
  })

  it('stays the same for a session, and is another one for another', () => {
    const user = { tenant: 'acme', sub: randomUUID() }
    const scope = { ...user, sessionId: 4, secret: ring.newSessionSecret(user) }
    expect(dayShiftOf(ring.mappingKeys(scope).tokenKey)).toBe(dayShiftOf(ring.mappingKeys(scope).tokenKey))
    const others = Array.from({ length: 20 }, (_, at) => dayShiftOf(tokenKeyOf(at, user.sub)))
    expect(new Set(others).size).toBeGreaterThan(1)
  })
})

it('names a shifted date as nothing else of the session is named', () => {
  const key = tokenKeyOf(9)
  const name = nameOfShifted(key, 'DATE_TIME', '12 September')
  expect(findTokens(name).map(({ token }) => token)).toEqual([name])
  expect(name).not.toBe(deriveToken(key, 'DATE_TIME', '12 September'))
  expect(name).not.toBe(nameOfShifted(key, 'DATE_OF_BIRTH', '12 September'))
  expect(name).not.toBe(nameOfShifted(tokenKeyOf(10), 'DATE_TIME', '12 September'))
})
