import { expect, it } from 'vitest'
import type { Finding } from '../../api/assessment.ts'
import { rowsByFile } from './findings-rows.ts'

const finding = (location: string, line: number, more: Partial<Finding> = {}): Finding => ({
  ...{ location, line, algorithm: 'RSA', role: 'Signature', risk: 'QuantumBroken', confidence: 'High' },
  ...{ description: 'It is RSA.', part: 'product', code: 'sign(RSA)' },
  ...more,
})
const ALL = [
  finding('a.ts', 1, { risk: 'QuantumSafe', algorithm: 'AES', code: 'seal(key)' }),
  finding('b.ts', 4),
  finding('b.ts', 9, { risk: 'Mitigable', part: 'test' }),
]
const ANY = { risk: undefined, part: undefined, find: '' }
const shown = (filter: Partial<Parameters<typeof rowsByFile>[1]>) =>
  rowsByFile(ALL, { ...ANY, ...filter }).map((row) =>
    row.kind === 'file' ? `${row.file} ${row.count}` : row.finding.line,
  )

it('lists findings below their files, those with the worst first', () => {
  expect(shown({})).toEqual(['b.ts 2', 4, 9, 'a.ts 1', 1])
})

it.each([
  [{ risk: 'QuantumSafe' } as const, ['a.ts 1', 1]],
  [{ part: 'test' } as const, ['b.ts 1', 9]],
  [{ find: 'SEAL' }, ['a.ts 1', 1]],
  [{ find: 'b.ts' }, ['b.ts 2', 4, 9]],
  [{ find: 'nowhere' }, []],
])('lets through %j', (filter, rows) => {
  expect(shown(filter)).toEqual(rows)
})

it('calls each row by a name of its own', () => {
  const ids = rowsByFile([...ALL, finding('b.ts', 4, { role: 'KeyGeneration' })], ANY).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
