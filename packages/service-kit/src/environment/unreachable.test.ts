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
})
