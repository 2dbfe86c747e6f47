import { createJailbreakLayer } from '@sluice/pipeline'
import { createLevelPolicy } from '@sluice/policy'
import { expect, it } from 'vitest'
import { askLayer } from '../eval/exchange.ts'
import { addresses, BODIES, cardNumbers } from './bodies.ts'

/** Luhn's sum over all digits: a multiple of ten where the check digit is right. */
function luhnSum(number: string): number {
  const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2)
  return [...number].reverse().reduce((sum, digit, at) => sum + (at % 2 === 0 ? Number(digit) : doubled(+digit)), 0)
}

it('makes addresses that are all different, of about the wanted length', () => {
  const list = addresses(100_000)
  expect(list).toHaveLength(100_000)
  const all = list.split(' ').slice(0, -1)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(5_900)
})

it('makes addresses that L1 lets pass, so that they are read for values and masked', async () => {
  const layer = createJailbreakLayer({ timeoutMs: 60_000, opinionTimeoutMs: 60_000, keptLevelOf: () => 7 })
  const policy = createLevelPolicy({ clearances: {} }).current('default')
  const { type } = await askLayer(layer, addresses(100_000), policy)
  expect(type).toBe('allow')
})

it('makes card numbers that are all different and right', () => {
  const all = cardNumbers(10_000).split(' ').slice(0, -1)
  expect(new Set(all).size).toBe(all.length)
  for (const number of all) {
    expect(number).toMatch(/^4\d{15}$/)
    expect(luhnSum(number) % 10).toBe(0)
  }
})

it.each(['metadata-keys', 'unknown-keys', 'nested', 'prose', 'dots'] as const)(
  'makes %s a body that is taken',
  (name) => {
    const body = BODIES[name]()
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(4_194_304)
    expect(Buffer.byteLength(body)).toBeGreaterThan(2_500_000)
    expect(() => JSON.parse(body)).not.toThrow()
  },
)
