import { describe, expect, it } from 'vitest'
import { addressOf, unreachable } from './unreachable.ts'

describe('addressOf', () => {
  it.each([
    ['redis://user:secret@cache.internal:6390/2', 'cache.internal:6390'],
    ['rediss://:secret@cache.internal', 'cache.internal:6379'],
    ['postgres://user:secret@[::1]/sluice?sslmode=require', '[::1]:5432'],
    ['https://login.example.com/realm', 'login.example.com:443'],
    ['no url', ':'],
  ])('%s', (url, address) => {
    expect(addressOf(url)).toBe(address)
  })
})

describe('unreachable', () => {
  it.each([
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), ' (ECONNREFUSED)'],
    [new Error('WRONGPASS invalid username-password pair secret'), ' (WRONGPASS)'],
    [new Error('Something with a secret'), ''],
    ['secret', ''],
  ])('names variable, address and code, and nothing secret: %s', (cause, code) => {
    const error = unreachable('REDIS_URL', 'redis://user:secret@cache.internal/2', cause)
    expect(error.faults).toEqual([{ variable: 'REDIS_URL', message: `cache.internal:6379 could not be used${code}` }])
    expect(error.message).not.toContain('secret')
    expect(error.cause).toBe(cause)
  })

  it('says that no password is given where that is so and the cause has no code', () => {
    const cause = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
    const { faults } = unreachable('DATABASE_URL', 'postgres://sluice@127.0.0.1:5432/sluice', cause)
    expect(faults[0]?.message).toBe('127.0.0.1:5432 could not be used (no password given)')
  })
})
