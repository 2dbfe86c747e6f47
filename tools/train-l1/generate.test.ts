import { describe, expect, it } from 'vitest'
import { generate } from './generate.ts'

const rows = [...generate(6_000, 3)]
const others = rows.filter(({ label }) => label === 0)
const attacks = rows.filter(({ label }) => label === 1)

function counts(list: typeof rows, key: 'language' | 'technique' | 'carrier'): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const row of list) found.set(row[key], (found.get(row[key]) ?? 0) + 1)
  return found
}

describe('generate', () => {
  it('makes the same rows for the same seed', () => {
    expect([...generate(50, 3)]).toEqual(rows.slice(0, [...generate(50, 3)].length))
  })

  it('makes no text twice, and of no slot its name', () => {
    expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length)
    expect(rows.filter(({ text }) => /\{(?:goal|question_goal|prose|person|nice_question)\}/.test(text))).toEqual([])
  })

  it.each(['language', 'carrier'] as const)('has texts that are no attack in every %s with attacks', (key) => {
    const none = counts(others, key)
    for (const [name, count] of counts(attacks, key)) {
      expect(none.get(name) ?? 0, name).toBeGreaterThan(count * 0.5)
    }
  })

  it('has at least 15 languages', () => expect(counts(attacks, 'language').size).toBeGreaterThanOrEqual(15))
})
