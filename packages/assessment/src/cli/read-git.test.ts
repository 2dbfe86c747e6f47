import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readGit } from './read-git.ts'

const COMMIT = 'a'.repeat(40)
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-git-'))
})
afterEach(async () => await rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

describe('readGit', () => {
  it.each([
    ['a loose reference', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${COMMIT}\n` }],
    [
      'a packed one',
      { '.git/HEAD': 'ref: refs/heads/x/y\n', '.git/packed-refs': `# pack\n${COMMIT} refs/heads/x/y\n` },
    ],
    ['no branch', { '.git/HEAD': `${COMMIT}\n` }],
    [
      'a linked working tree',
      {
        '.git': 'gitdir: main/worktrees/one\n',
        'main/worktrees/one/HEAD': 'ref: refs/heads/one\n',
        'main/worktrees/one/commondir': '../..\n',
        'main/refs/heads/one': `${COMMIT}\n`,
      },
    ],
  ])('reads the commit of %s', async (_name, files) => {
    await write(files)
    expect(await readGit(folder)).toEqual({ commit: COMMIT })
  })

  it.each([[`${COMMIT} refs/tags/v1.0\n`], [`${'b'.repeat(40)} refs/tags/v1.0\n^${COMMIT}\n`]])(
    'reads a packed tag',
    async (packed) => {
      await write({ '.git/HEAD': COMMIT, '.git/packed-refs': packed })
      expect(await readGit(folder)).toEqual({ commit: COMMIT, version: 'v1.0' })
    },
  )

  it.each([
    [{}],
    [{ '.git/HEAD': 'ref: refs/heads/none' }],
    [{ '.git/HEAD': 'ref: refs/../../secret', secret: COMMIT }],
    [{ '.git/HEAD': '<script>' }],
  ])('knows nothing of %j', async (files) => {
    await write(files)
    expect(await readGit(folder)).toEqual({})
  })
})
