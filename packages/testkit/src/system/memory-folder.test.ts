import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { memoryFolder } from './memory-folder.ts'

/** The type of tmpfs (statfs(2)). */
const TMPFS = 0x01021994

it('is in memory with room for a run, or where temporary files are', () => {
  const folder = memoryFolder()
  accessSync(folder, constants.W_OK)
  if (folder === tmpdir()) return
  const { type, bavail, bsize } = statfsSync(folder)
  expect(type).toBe(TMPFS)
  expect(bavail * bsize).toBeGreaterThan(1_024 ** 3)
})
