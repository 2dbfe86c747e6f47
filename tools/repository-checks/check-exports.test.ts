import { describe, expect, it } from 'vitest'
import { checkExportAll, checkUnusedExports } from './check-exports.ts'
import { formatFault } from './fault.ts'
import { parseModule } from './parse-module.ts'
import type { WorkspacePackage } from './workspace.ts'

const none = { dependencies: [], devDependencies: [] }
const packages: WorkspacePackage[] = [
  { ...none, name: '@s/core', folder: 'packages/core', faces: { '@s/core': 'packages/core/src/index.ts' } },
  { ...none, name: '@s/app', folder: 'apps/app', faces: {} },
]

/** The unused exports of a repository that consists of these files. */
const unusedIn = (files: Readonly<Record<string, string>>) =>
  checkUnusedExports(
    Object.entries(files).map(([path, text]) => parseModule({ path, text })),
    packages,
  ).map(formatFault)

describe('an export of a file', () => {
  const path = 'apps/app/src/a/a.ts'

  it.each([
    ['another file', 'apps/app/src/b.ts', "import { x } from './a/a.ts'"],
    ['another file, under another name', 'apps/app/src/b.ts', "import { x as y } from './a/a.ts'"],
    ['another file, as a type', 'apps/app/src/b.ts', "import type { x } from './a/a.ts'"],
    ['another file, whole', 'apps/app/src/b.ts', "import * as all from './a/a.ts'"],
    ['another file, later', 'apps/app/src/b.ts', "const all = await import('./a/a.ts')"],
    ['another file, in a type', 'apps/app/src/b.ts', "let a: typeof import('./a/a.ts')"],
    ['the test beside it', 'apps/app/src/a/other.test.ts', "import { x } from './a.ts'"],
    ['a test one folder above', 'apps/app/src/b.test.ts', "import { x } from './a/a.ts'"],
    ['a test below it', 'apps/app/src/a/deep/b.test.ts', "import { x } from '../a.ts'"],
    ['a test in a folder for tests', 'apps/app/src/a/end-to-end/b.test.ts', "import { x } from '../a.ts'"],
  ])('is used by %s', (_who, user, text) => {
    expect(unusedIn({ [path]: 'export const x = 1', [user]: text })).toEqual([])
  })

  it.each([
    ['nobody', 'apps/app/src/b.ts', ''],
    ['whoever takes another', 'apps/app/src/b.ts', "import { y } from './a/a.ts'"],
    ['whoever runs it', 'apps/app/src/b.ts', "import './a/a.ts'"],
    ['a test elsewhere', 'apps/app/src/b/b.test.ts', "import { x } from '../a/a.ts'"],
  ])('is not used by %s', (_who, user, text) => {
    expect(unusedIn({ [path]: '\nexport const x = 1', [user]: text })).toEqual([
      `${path}:2: exports x, which no other file uses`,
    ])
  })

  it('may be taken from development files by development files anywhere', () => {
    const files = { 'apps/app/src/testing/a.ts': 'export const x = 1' }
    expect(unusedIn({ ...files, 'apps/app/src/b.test.ts': "import { x } from './testing/a.ts'" })).toEqual([])
  })

  it('may be taken by its path by a tool', () => {
    expect(unusedIn({ 'packages/core/drizzle.config.ts': 'export default {}' })).toEqual([])
  })
})

it('may be taken from a face for tests by the tests of its own package', () => {
  const faces = { '@s/core/testing': 'packages/core/src/testing/index.ts' }
  const files = {
    'packages/core/src/testing/index.ts': 'export const x = 1',
    'packages/core/src/a.test.ts': "import { x } from './testing/index.ts'",
  }
  const modules = Object.entries(files).map(([path, text]) => parseModule({ path, text }))
  expect(checkUnusedExports(modules, [{ ...none, name: '@s/core', folder: 'packages/core', faces }])).toEqual([])
})

describe('an export of a package', () => {
  const files = {
    'packages/core/src/index.ts': "export { x } from './x.ts'",
    'packages/core/src/x.ts': 'export const x = 1',
  }

  it.each([
    ['another package', 'apps/app/src/a.ts', "import { x } from '@s/core'"],
    ["another package's test", 'apps/app/src/a.test.ts', "import { x } from '@s/core'"],
    ['whoever names the package', 'packages/core/src/a.test.ts', "import { x } from '@s/core'"],
  ])('is used by %s', (_who, user, text) => {
    expect(unusedIn({ ...files, [user]: text })).toEqual([])
  })

  it('is not used by a file of its own that goes to the face', () => {
    expect(unusedIn({ ...files, 'packages/core/src/a.ts': "import { x } from './index.ts'" })).toEqual([
      'packages/core/src/index.ts:1: exports x, which nobody outside the package uses',
    ])
  })
})

it.each([
  ["export * from './a.ts'", 1],
  ["export * as a from './a.ts'", 1],
  ["export type * from './a.ts'", 1],
  ["export { a } from './a.ts'", 0],
])('counts in %s exports by name of everything: %i', (text, faults) => {
  expect(checkExportAll([parseModule({ path: 'a.ts', text })])).toHaveLength(faults)
})
