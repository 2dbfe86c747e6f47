import { SluiceError } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { createVerifiedTokens } from './verified-tokens.ts'

function setUp(
  options: { max?: number; maxLength?: number; maxAgeMs?: number; lifetimeMs?: number; keysCountMs?: number } = {},
) {
  const { lifetimeMs = 600_000, keysCountMs = 3_600_000, ...limits } = options
  const time = { nowMs: 1_000_000 }
  const verified: string[] = []
  const faults = new Set<string>()
  const remember = createVerifiedTokens({
    ...limits,
    clock: { nowMs: () => time.nowMs, monotonicMs: () => time.nowMs },
    verify: async (token) => {
      verified.push(token)
      await Promise.resolve()
      if (faults.has(token)) throw new SluiceError('token_invalid')
      return { value: { token }, expiresAtMs: time.nowMs + lifetimeMs, keysUntilMs: time.nowMs + keysCountMs }
    },
  })
  return { time, verified, faults, remember }
}

describe('createVerifiedTokens', () => {
  it('verifies a token once', async () => {
    const { remember, verified } = setUp()
    const first = await remember('a')
    expect(await remember('a')).toBe(first)
    expect(await remember('b')).toEqual({ token: 'b' })
    expect(verified).toEqual(['a', 'b'])
  })

  it('verifies a token once for callers that bring it at once', async () => {
    const { remember, verified } = setUp()
    await Promise.all([remember('a'), remember('a'), remember('a')])
    expect(verified).toEqual(['a'])
  })

  it.each([
    ['its expiry', { lifetimeMs: 10_000, maxAgeMs: 300_000 }, 10_000],
    ['the age of its keys', { keysCountMs: 20_000, maxAgeMs: 300_000 }, 20_000],
    ['the longest age, five minutes by default', { lifetimeMs: 3_600_000 }, 300_000],
  ])('remembers until %s', async (_what, options, untilMs) => {
    const { remember, verified, time } = setUp(options)
    await remember('a')
    time.nowMs += untilMs - 1
    await remember('a')
    expect(verified).toEqual(['a'])
    time.nowMs += 1
    await remember('a')
    expect(verified).toEqual(['a', 'a'])
  })

  it('remembers no more than tokens of so many characters together, the used ones', async () => {
    const { remember, verified } = setUp({ maxLength: 1_000 })
    const tokens = Array.from({ length: 10 }, (_, number) => `${number}`.padStart(300, '.'))
    for (const token of tokens) await remember(token)
    expect(verified).toHaveLength(10)
    for (const token of tokens.slice(-3)) await remember(token)
    expect(verified).toHaveLength(10)
    await remember(tokens[0] ?? '')
    expect(verified).toHaveLength(11)
  })

  it('verifies a token that is longer than all of that each time', async () => {
    const { remember, verified } = setUp({ maxLength: 1_000 })
    const long = '.'.repeat(1_001)
    await remember(long)
    await remember(long)
    expect(verified).toEqual([long, long])
  })

  it('does not remember failures', async () => {
    const { remember, verified, faults } = setUp()
    faults.add('a')
    await expect(Promise.all([remember('a'), remember('a')])).rejects.toMatchObject({ code: 'token_invalid' })
    faults.clear()
    expect(await remember('a')).toEqual({ token: 'a' })
    expect(verified).toEqual(['a', 'a'])
  })

  it('forgets the token unused for longest', async () => {
    const { remember, verified } = setUp({ max: 2 })
    for (const token of ['a', 'b', 'a', 'c', 'a', 'b']) await remember(token)
    expect(verified).toEqual(['a', 'b', 'c', 'b'])
  })
})
