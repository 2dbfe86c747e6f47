import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { makeTemporaryDirectory } from './temporary-directory.ts'

it('removes only old folders of its purpose whose process is gone', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'sluice-sweep-'))
  const gone = 999_999_999
  const old = ['sluice-x-999999999-a', `sluice-x-${process.pid}-b`, `sluice-y-${gone}-c`, 'other']
  for (const name of old) {
    await mkdir(join(parent, name))
    await utimes(join(parent, name), 1000, 1000)
  }
  await mkdir(join(parent, `sluice-x-${gone}-fresh`))
  const made = await makeTemporaryDirectory('x', parent)
  expect(basename(made)).toMatch(new RegExp(`^sluice-x-${process.pid}-`))
  const left = (await readdir(parent)).filter((name) => name !== basename(made))
  expect(left.sort()).toEqual([...old.slice(1), `sluice-x-${gone}-fresh`].sort())
  await rm(parent, { recursive: true })
})
