import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { locateProject, resolveRoots } from './project-path.ts'

describe('the folder that a request means', () => {
  let base: string
  beforeAll(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'sluice-roots-')))
    for (const folder of ['in/deep', 'inner', 'out']) await mkdir(join(base, folder), { recursive: true })
    await writeFile(join(base, 'in/file'), 'x')
    await symlink(join(base, 'out'), join(base, 'in/escape'))
    await symlink(join(base, 'in/deep'), join(base, 'in/near'))
    await symlink(join(base, 'in'), join(base, 'alias'))
    await symlink('loop', join(base, 'in/loop'))
  })
  afterAll(() => rm(base, { recursive: true, force: true }))

  const locate = async (project: string, roots: readonly string[] = []) =>
    locateProject(project, { workingDirectory: base, roots: await resolveRoots(roots, base) })

  it.each([
    ['.', '.', '.'],
    ['in', 'in', 'in'],
    ['in/../inner', 'inner', 'inner'],
    ['in/near', 'in/near', 'in/deep'],
    ['alias/deep', 'alias/deep', 'in/deep'],
    ['in/file', 'in/file', 'in/file'],
  ])('%s is %s, scanned at %s', async (project, path, root) => {
    await expect(locate(project)).resolves.toEqual({ path: join(base, path), root: join(base, root) })
  })

  it.each([
    ['nothing', 'not-found'],
    [`in/${'x'.repeat(300)}`, 'not-found'],
    ['in/file/deeper', 'not-a-directory'],
    ['in/loop', 'refused'],
  ])('%s is %s', async (project, reason) => {
    await expect(locate(project)).rejects.toMatchObject({ reason })
  })

  it.each([
    ['in', ['in']],
    ['in/deep', ['in']],
    ['in/near', ['in']],
    ['alias/deep', ['in', 'alias']],
    ['in/deep', ['alias', 'inner']],
    ['/', ['/']],
  ])('%s lies within %j', async (project, roots) => {
    await expect(locate(project, roots)).resolves.toBeDefined()
  })

  it.each([
    ['.', ['in']],
    ['out', ['in']],
    // Begins with the same letters, and is another folder.
    ['inner', ['in']],
    ['in/../out', ['in']],
    ['in/escape', ['in']],
    ['/', ['in']],
    ['/nowhere', ['in']],
  ])('%s lies outside %j, whether it exists or not', async (project, roots) => {
    await expect(locate(project, roots)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('cannot be confined to what does not exist', async () => {
    await expect(resolveRoots(['nothing'], base)).rejects.toThrow('ASSESSMENT_ROOTS')
  })
})
