import { expect, it } from 'vitest'
import { checkDependencies } from './check-dependencies.ts'
import { formatFault } from './fault.ts'
import { parseModule } from './parse-module.ts'

const faultsOf = (dependencies: readonly string[], text: string, exceptions: Readonly<Record<string, string>> = {}) =>
  checkDependencies(
    [
      parseModule({ path: 'apps/app/src/a.ts', text }),
      parseModule({ path: 'apps/b/a.ts', text: "import 'elsewhere'" }),
    ],
    [{ name: '@s/app', folder: 'apps/app', dependencies, devDependencies: [], faces: {} }],
    { '@s/app': exceptions },
  ).map(formatFault)

it.each([
  [['hono'], "import { Hono } from 'hono/tiny'", {}],
  [['@s/core'], "import type { X } from '@s/core/ports'", {}],
  [['pg', '@types/pg'], "import pg from 'pg'", {}],
  [['tool'], '', { tool: 'a reason' }],
])('counts %j as used', (dependencies, text, exceptions) => {
  expect(faultsOf(dependencies, text, exceptions)).toEqual([])
})

it.each([
  [['hono'], '', {}, /depends on hono, which no file/],
  [['hono'], "import { x } from 'hono-tiny'", {}, /depends on hono, which no file/],
  [['elsewhere'], '', {}, /depends on elsewhere, which no file/],
  [['@types/pg'], '', {}, /depends on @types\/pg, which no file/],
  [['tool'], "import 'tool'", { tool: 'a reason' }, /tool is excepted .* needs no exception/],
  [[], '', { gone: 'a reason' }, /gone is excepted .* needs no exception/],
])('finds in %j what nobody uses', (dependencies, text, exceptions, fault) => {
  expect(faultsOf(dependencies, text, exceptions)).toEqual([expect.stringMatching(fault)])
})
