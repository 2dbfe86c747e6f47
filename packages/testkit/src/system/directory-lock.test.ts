import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withDirectoryLock } from './directory-lock.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-lock-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

it('lets one in at a time', async () => {
  let inside = 0
  let most = 0
  const work = async () => {
    inside += 1
    most = Math.max(most, inside)
    await new Promise(setImmediate)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 4 }, () => withDirectoryLock(join(folder, 'a'), work)))
  expect(most).toBe(1)
})

it('takes over the lock of a dead process', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  await mkdir(join(folder, 'b'))
  await writeFile(join(folder, 'b/owner'), String(pid))
  expect(await withDirectoryLock(join(folder, 'b'), async () => 'done')).toBe('done')
})

it('gives up on a lock that stays taken, and frees its own after a failure', async () => {
  const held = withDirectoryLock(join(folder, 'c'), async () => {
    await expect(withDirectoryLock(join(folder, 'c'), async () => 'never', 0)).rejects.toThrow(/too long/)
    throw new Error('work failed')
  })
  await expect(held).rejects.toThrow('work failed')
  expect(await withDirectoryLock(join(folder, 'c'), async () => 'free')).toBe('free')
})
