import type { Level, SensitivityTile } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { joinKept } from './join-kept.ts'

function keptOf(level: Level, changes: Partial<SensitivityTile['categories']>, flags: string[], secret = 'one') {
  const categories = { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0, ...changes } as const
  const tile = { level, categories, flags, reidentificationRisk: level / 10, digest: '' } as SensitivityTile
  const shifted: [string, string][] = [[`${level} May`, `${level}`]]
  return { session: { id: 1, secret }, tile, shifted }
}

describe('kept responses together', () => {
  it.each([0, 1])('have whatever one of them has, in any order', (turn) => {
    const all = [keptOf(5, { PCI: 5 }, ['payment-card']), keptOf(6, { PHI: 6 }, ['health'])]
    const { tile, shifted } = joinKept(turn === 0 ? all : all.toReversed()) ?? {}
    expect(tile).toMatchObject({ level: 6, categories: { PCI: 5, PHI: 6, PII: 0 }, reidentificationRisk: 0.6 })
    expect(shifted?.toSorted()).toEqual([
      ['5 May', '5'],
      ['6 May', '6'],
    ])
    expect(tile?.flags.toSorted()).toEqual(['health', 'payment-card'])
  })

  it('are not joined where they are of two sessions, and none are nothing', () => {
    expect(joinKept([keptOf(1, {}, []), keptOf(1, {}, [], 'two')])).toBeUndefined()
    expect(joinKept([])).toBeUndefined()
  })
})
