import type { DirectorySyncRun, HeldPlan } from '@sluice/db'
import { describe, expect, it } from 'vitest'
import { digestOf, guardRevocations } from './revocation-guard.ts'

const limits = { maxShare: 0.2, minUsers: 10, windowMs: 86_400_000 }
const revoking = (count: number, knownActive: number) => ({
  revocations: Array.from({ length: count }, (_, n) => ({ sub: `u${n}`, cause: 'deleted' as const })),
  knownActive,
})
const run = (plan: Partial<HeldPlan>): DirectorySyncRun => ({
  id: 'held',
  directory: 'corp',
  tenant: 'acme',
  trigger: 'schedule',
  outcome: 'held',
  startedAt: new Date(0),
  plan: { until: new Date(1), digest: 'other', confirmedBy: 'user:ciso', confirmedAt: new Date(0), ...plan },
})

describe('guardRevocations', () => {
  it.each([
    [0, 0, true],
    [9, 9, true],
    [10, 10, false],
    [10, 50, true],
    [11, 50, false],
    [200, 1_000, true],
    [201, 1_000, false],
  ])('%d revocations of %d active users pass: %s', (count, active, passes) => {
    expect(guardRevocations(revoking(count, active), limits, [], 0).passes).toBe(passes)
  })

  it.each([
    // Revoked before, revoked now, active now.
    [9, 9, 12, false],
    [9, 0, 12, true],
    [5, 4, 15, true],
    [5, 5, 15, false],
    [100, 100, 900, true],
    [100, 101, 900, false],
    [200, 0, 800, true],
    [0, 200, 1_000, true],
  ])('after %d of the same window, %d of %d active users pass: %s', (before, now, active, passes) => {
    expect(guardRevocations(revoking(now, active), limits, [], before).passes).toBe(passes)
  })

  const subs = (count: number) => Array.from({ length: count }, (_, n) => `u${n}`)
  it.each([
    ['the same subjects', run({ subs: subs(12) }), true],
    ['more subjects', run({ subs: subs(20) }), true],
    ['fewer subjects', run({ subs: subs(11) }), false],
    ['the same digest, without a list', run({ digest: digestOf(subs(12)) }), true],
    ['another digest, without a list', run({}), false],
    ['nothing: it waits to be confirmed', run({ subs: subs(12), confirmedAt: undefined as never }), false],
  ])('lets through what was confirmed: %s', (_what, held, passes) => {
    expect(guardRevocations(revoking(12, 12), limits, [held], 0)).toEqual(
      passes ? { passes, uses: ['held'] } : { passes },
    )
  })

  it('uses no confirmation that it does not need', () => {
    expect(guardRevocations(revoking(2, 12), limits, [run({ subs: subs(12) })], 0)).toEqual({ passes: true, uses: [] })
  })
})

describe('digestOf', () => {
  it('does not depend on the order', () => {
    expect(digestOf(['b', 'a'])).toBe(digestOf(['a', 'b']))
    expect(digestOf(['a,b'])).not.toBe(digestOf(['a', 'b']))
  })
})
