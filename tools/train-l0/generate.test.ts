import { describe, expect, it } from 'vitest'
import { generate, LANGUAGES } from './generate.ts'

const rows = [...generate(6_000, 3)]

describe('the requests that L0’s model learns', () => {
  it('are the same for the same seed', () => {
    const few = [...generate(50, 3)]
    expect(few).toEqual(rows.slice(0, few.length))
  })

  it('come once each, in one turn or more, with every slot filled', () => {
    expect(new Set(rows.map(({ turns }) => turns.join('\n'))).size).toBe(rows.length)
    expect(rows.filter(({ turns }) => turns.some((turn) => /\{\w+\}|^$/.test(turn)))).toEqual([])
    expect(rows.some(({ turns }) => turns.length === 3)).toBe(true)
  })

  it.each(LANGUAGES)(
    'ask in %s for acts of every category, and speak of acts without asking at least as often',
    (each) => {
      const some = rows.filter(({ language }) => language === each)
      const counts = Map.groupBy(some, ({ category }) => category)
      expect([...counts.keys()].toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'])
      const held = some.filter(({ category }) => category >= 'F')
      expect(held.length).toBeLessThan(some.length / 2)
    },
  )
})
