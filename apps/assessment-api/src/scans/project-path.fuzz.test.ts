import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { InvalidRequestError } from '@sluice/service-kit'
import { fuzz } from '@sluice/testkit/fuzz'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { ScanFailure } from '../engine.ts'
import { locateProject, resolveRoots } from './project-path.ts'

let base = ''
let roots: readonly string[] = []
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'sluice-fuzz-roots-')))
  for (const folder of ['in/deep/deeper', 'inner', 'out', 'second'])
    await mkdir(join(base, folder), { recursive: true })
  await writeFile(join(base, 'in/file'), 'x')
  await symlink(join(base, 'out'), join(base, 'in/escape'))
  await symlink('../../out', join(base, 'in/deep/up'))
  await symlink('deep/deeper', join(base, 'in/near'))
  await symlink(join(base, 'in'), join(base, 'alias'))
  await symlink('loop', join(base, 'in/loop'))
  await symlink('/', join(base, 'in/top'))
  roots = await resolveRoots(['in', 'second'], base)
})
afterAll(() => rm(base, { recursive: true, force: true }))

const step = fc.oneof(
  {
    arbitrary: fc.constantFrom('in', 'inner', 'out', 'second', 'deep', 'deeper', 'up', 'near', 'escape', 'top'),
    weight: 6,
  },
  { arbitrary: fc.constantFrom('..', '.', '', 'loop', 'file', 'alias', 'BASE', 'etc', 'proc/self/root'), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      '...',
      '%2e%2e',
      '..\\',
      '\u0000',
      '~',
      ' ',
      '\u2024\u2024',
      'x'.repeat(300),
      'file:',
      '//',
    ),
    weight: 2,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 4 }), weight: 1 },
)
const project = fc
  .tuple(fc.constantFrom('', '/', 'BASE/', './', '../', '//', 'in/'), fc.array(step, { maxLength: 6 }))
  .map(([start, steps]) => `${start}${steps.join('/')}`)

const isInside = (path: string) =>
  ['in', 'second'].some((root) => path === join(base, root) || path.startsWith(`${join(base, root)}${sep}`))

fuzz('assessment paths', {
  'lead into the roots, or are refused in a known way that names no other folder': {
    property: fc.asyncProperty(project, async (asked) => {
      const written = asked.replaceAll('BASE', base)
      try {
        const { path, root } = await locateProject(written, { workingDirectory: base, roots })
        expect(isInside(path)).toBe(true)
        expect(isInside(root)).toBe(true)
        expect(await realpath(path)).toBe(root)
      } catch (error) {
        if (error instanceof InvalidRequestError) return
        if (!(error instanceof ScanFailure)) throw error
        // Whether something is there is said of places within the roots only.
        expect(['not-found', 'not-a-directory', 'unreadable', 'refused']).toContain(error.reason)
      }
    }),
    runs: 300,
  },
})
