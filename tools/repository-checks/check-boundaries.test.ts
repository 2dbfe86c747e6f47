import { describe, expect, it } from 'vitest'
import type { BoundaryRule } from './boundary-table.ts'
import { checkBoundaries } from './check-boundaries.ts'
import { formatFault } from './fault.ts'
import { parseModule } from './parse-module.ts'
import type { WorkspacePackage } from './workspace.ts'

const table: Record<string, BoundaryRule> = {
  '@sluice/core': { workspace: [], external: ['zod'], forbiddenBuiltins: ['fs', 'net'] },
  '@sluice/kit': { workspace: [] },
  '@sluice/app': {
    workspace: ['@sluice/core', '@sluice/kit/async'],
    tests: ['@sluice/served/service'],
    build: ['@sluice/bundler'],
  },
  '@sluice/served': { workspace: [] },
  '@sluice/bundler': { workspace: [], development: true },
  '@sluice/other-app': { workspace: ['@sluice/core'] },
  '@sluice/adapter': { workspace: ['@sluice/core/ports'] },
  '@sluice/testkit': { workspace: [], development: true },
}

const faultsOf = (path: string, text: string, change: Partial<WorkspacePackage> = {}) => {
  const isCore = path.startsWith('packages/core/')
  const workspacePackage: WorkspacePackage = {
    name: isCore ? '@sluice/core' : '@sluice/app',
    folder: isCore ? 'packages/core' : 'apps/app',
    dependencies: isCore ? ['zod', 'hono'] : ['@sluice/core', '@sluice/kit', 'hono'],
    devDependencies: [
      '@sluice/testkit',
      'openai',
      '@types/pg',
      ...(path.startsWith('apps/app/') ? ['@sluice/served'] : []),
    ],
    faces: {},
    ...change,
  }
  return checkBoundaries({
    table,
    ports: { '@sluice/core': '@sluice/core/ports' },
    packages: [workspacePackage],
    rootDevDependencies: ['vitest'],
    modules: [parseModule({ path, text })],
  }).map(formatFault)
}

describe('imports', () => {
  it.each([
    ['apps/app/src/a.ts', "import { x } from '@sluice/core'"],
    ['apps/app/src/a.ts', "import { Hono } from 'hono/tiny'"],
    ['apps/app/src/a.ts', "import { defined } from '@sluice/kit/async'"],
    ['apps/app/src/a.ts', "import fs from 'node:fs'"],
    ['apps/app/src/deep/a.ts', "import { b } from '../b.ts'"],
    ['apps/app/src/a.test.ts', "import { startRedis } from '@sluice/testkit'"],
    ['apps/app/src/a.contract.ts', "import { it } from 'vitest'"],
    ['apps/app/src/a.test.ts', "import OpenAI from 'openai'"],
    ['apps/app/src/end-to-end/a.test.ts', "import { service } from '@sluice/served/service'"],
    ['apps/app/build/plugin.ts', "import { it } from 'vitest'"],
    ['apps/app/src/a.test.tsx', "import { it } from 'vitest'"],
    ['packages/core/src/a.ts', "import { z } from 'zod'"],
    ['packages/core/src/a.ts', "import { createHash } from 'node:crypto'"],
    ['packages/core/src/a.test.ts', "import { readFile } from 'node:fs/promises'"],
  ])('allows in %s: %s', (path, text) => {
    expect(faultsOf(path, text)).toEqual([])
  })

  it.each([
    ['apps/app/src/a.ts', "import { x } from '@sluice/other-app'", /may not import @sluice\/other-app/],
    ['apps/app/src/a.test.ts', "import { x } from '@sluice/other-app'", /may not import @sluice\/other-app/],
    ['apps/app/src/a.ts', "import type { X } from '@sluice/testkit'", /product code may not import/],
    ['apps/app/src/a.ts', "import { createApp } from '@sluice/kit'", /may not import @sluice\/kit$/],
    ['apps/app/src/a.ts', "import { listen } from '@sluice/kit/http'", /may not import @sluice\/kit\/http$/],
    ['apps/app/src/a.ts', "import { service } from '@sluice/served/service'", /may not import @sluice\/served/],
    ['apps/app/src/a.test.ts', "import { other } from '@sluice/served/other'", /may not import @sluice\/served/],
    ['apps/app/src/a.ts', "await import('pino')", /does not declare under dependencies/],
    ['apps/app/src/a.ts', "import OpenAI from 'openai'", /does not declare under dependencies/],
    ['apps/app/src/a.ts', "import { it } from 'vitest'", /does not declare under dependencies/],
    ['apps/app/src/a.test.ts', "import fc from 'fast-check'", /does not declare$/],
    ['apps/app/src/a.ts', "import { x } from '../../other-app/src/b.ts'", /leaves the package/],
    ['apps/app/src/a.test.ts', "export * from '../../app-two/src/b.ts'", /leaves the package/],
    ['packages/core/src/a.ts', "import type { X } from '@sluice/app'", /may not import @sluice\/app/],
    ['packages/core/src/a.ts', "import { Hono } from 'hono'", /may not import hono/],
    ['packages/core/src/a.ts', "import { readFile } from 'node:fs/promises'", /reaches outside the process/],
    ['packages/core/src/a.ts', "import { connect } from 'net'", /reaches outside the process/],
  ])('refuses in %s: %s', (path, text, fault) => {
    const faults = faultsOf(path, text)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
    expect(faults[0]).toContain(path)
  })
})

describe('an adapter', () => {
  const adapter = { name: '@sluice/adapter', folder: 'packages/adapter', dependencies: ['@sluice/core'] }

  it.each([
    ['packages/adapter/src/a.ts', "import type { Port } from '@sluice/core/ports'"],
    ['packages/adapter/src/a.test.ts', "import { portSuite } from '@sluice/core/contract-suites'"],
  ])('may import in %s: %s', (path, text) => {
    expect(faultsOf(path, text, adapter)).toEqual([])
  })

  it.each(["import { x } from '@sluice/core'", "import { x } from '@sluice/core/other'"])('may not: %s', (text) => {
    expect(faultsOf('packages/adapter/src/a.ts', text, adapter)).toEqual([
      expect.stringMatching(/^packages\/adapter\/src\/a\.ts: may not import @sluice\/core/),
    ])
  })
})

describe('a file in a folder for adapters', () => {
  it.each([
    ['apps/app/src/adapters/a.ts', "import type { Port } from '@sluice/core/ports'"],
    ['apps/app/src/adapters/a.test.ts', "import { portSuite } from '@sluice/core/contract-suites'"],
    ['apps/app/src/adapters/a.ts', "import { defined } from '@sluice/kit/async'"],
  ])('may import in %s: %s', (path, text) => {
    expect(faultsOf(path, text)).toEqual([])
  })

  it('may import of a package with ports nothing else', () => {
    expect(faultsOf('apps/app/src/adapters/a.ts', "import type { Port } from '@sluice/core'")).toEqual([
      'apps/app/src/adapters/a.ts: an adapter may import of @sluice/core only @sluice/core/ports',
    ])
  })
})

describe('manifests', () => {
  it.each([
    [{ dependencies: ['@sluice/other-app'] }, /package.json: may not depend on @sluice\/other-app/],
    [{ dependencies: ['@sluice/testkit'] }, /may not depend on @sluice\/testkit/],
    [{ devDependencies: ['@sluice/other-app'] }, /not even for its tests/],
    [{ name: '@sluice/unknown' }, /is not in boundary-table/],
  ])('refuses %j', (change, fault) => {
    const faults = faultsOf('apps/app/src/a.ts', '', change)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(fault)
  })

  it('may name for development what the build runs, which no file may import', () => {
    const change = { devDependencies: ['@sluice/bundler'] }
    expect(faultsOf('apps/app/src/a.ts', '', change)).toEqual([])
    expect(faultsOf('apps/app/src/a.ts', "import { bundle } from '@sluice/bundler'", change)).toEqual([
      expect.stringMatching(/may not import @sluice\/bundler/),
    ])
  })
})
