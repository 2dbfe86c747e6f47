import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { formatFault } from './fault.ts'
import { findFaults } from './find-faults.ts'
import { readSourceFiles } from './source-file.ts'

const root = resolve(import.meta.dirname, '../..')

it('finds no fault in this repository', async () => {
  expect((await readSourceFiles(root)).length).toBeGreaterThan(50)
  expect((await findFaults(root)).map(formatFault)).toEqual([])
}, 240_000)
