import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(resolve(root, 'docs/threat-model.md'), 'utf8')
const named = Array.from(text.matchAll(/`([\w./-]+\.test\.ts)`/g), (match) => match[1] ?? '')

it('names tests that are there', () => {
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([])
})

it('has each risk of the list, and says of each where it is stopped and what is left open', () => {
  const rows = text.split('\n').filter((line) => /^\| LLM\d\d /.test(line))
  expect(rows.map((row) => row.slice(2, 7))).toEqual(
    Array.from({ length: 10 }, (_, index) => `LLM${String(index + 1).padStart(2, '0')}`),
  )
  for (const row of rows)
    expect(row.split('|').map((cell) => cell.trim() !== '')).toEqual([false, true, true, true, true, false])
})
