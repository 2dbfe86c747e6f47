import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { checkFileSize } from './check-file-size.ts'
import { findFaults } from './find-faults.ts'
import { readSourceFiles } from './source-file.ts'

const root = resolve(import.meta.dirname, '../..')

it('finds no fault in this repository', async () => {
  expect((await readSourceFiles(root)).length).toBeGreaterThan(50)
  expect(await findFaults(root)).toEqual([])
})

it.each([
  ['a.ts', 350, 0],
  ['a.ts', 351, 1],
  ['a.test.ts', 600, 0],
  ['a.test.ts', 601, 1],
])('counts the lines of %s: %i', (path, lines, faults) => {
  expect(checkFileSize([{ path, text: 'x\n'.repeat(lines) }])).toHaveLength(faults)
})
