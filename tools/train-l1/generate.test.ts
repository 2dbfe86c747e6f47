import { describe, expect, it } from 'vitest'
import { generate } from './generate.ts'

const rows = [...generate(40_000, 3)]
const others = rows.filter(({ label }) => label === 0)
const attacks = rows.filter(({ label }) => label === 1)

type Row = (typeof rows)[number]

const SCRIPTS = ['Latin', 'Arabic', 'Cyrillic', 'Devanagari', 'Hangul', 'Han']

/** The first script of which a text has three letters. */
function scriptOf({ text }: Row): string {
  return SCRIPTS.find((script) => new RegExp(`\\p{Script=${script}}{3}`, 'u').test(text)) ?? 'another'
}

function lengthOf({ text }: Row): string {
  const words = text.split(/\s+/).length
  return words <= 15 ? 'short' : words <= 45 ? 'middle' : words <= 150 ? 'long' : 'longest'
}

const KEYS: Readonly<Record<string, (row: Row) => string>> = {
  language: ({ language }) => language,
  carrier: ({ carrier }) => carrier,
  script: scriptOf,
  length: lengthOf,
}

function counts(list: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const row of list) found.set(keyOf(row), (found.get(keyOf(row)) ?? 0) + 1)
  return found
}

describe('generate', () => {
  it('makes the same rows for the same seed', () => {
    expect([...generate(50, 3)]).toEqual(rows.slice(0, [...generate(50, 3)].length))
  })

  it('makes no text twice, and of no slot its name', () => {
    expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length)
    expect(rows.filter(({ text }) => /\{(?:goal|question_goal|prose|person|nice_question|value)\}/.test(text))).toEqual(
      [],
    )
  })

  it.each(Object.entries(KEYS))('has about as many twins as attacks, or more, of every %s', (_, keyOf) => {
    const none = counts(others, keyOf)
    for (const [name, count] of counts(attacks, keyOf)) {
      expect(none.get(name) ?? 0, name).toBeGreaterThan(count * 0.7)
    }
  })

  it('has at least 15 languages', () =>
    expect(counts(attacks, ({ language }) => language).size).toBeGreaterThanOrEqual(15))
})
