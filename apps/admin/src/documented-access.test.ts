import { readFileSync } from 'node:fs'
import { permittedRoleNames } from '@sluice/policy'
import { expect, it } from 'vitest'
import { OPERATIONS } from './add-routes.ts'

const page = readFileSync(new URL('../../../docs/administration.md', import.meta.url), 'utf8')
const [header = [], ...rows] = page
  .split('\n')
  .filter((line) => /^\| (?:endpoint|`(?:GET|POST|DELETE) )/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

it('is documented cell by cell', () => {
  const documented = rows.map(([endpoint, ...cells]) => ({
    endpoint,
    roles: header.slice(1).filter((_role, column) => cells[column] !== ''),
  }))
  const inCode = OPERATIONS.map(({ action, route: { method, path } }) => ({
    endpoint: `\`${method.toUpperCase()} ${path}\``,
    roles: header.slice(1).filter((name) => permittedRoleNames(action).includes(name)),
  }))
  expect(new Set(documented)).toEqual(new Set(inCode))
  expect(documented).toHaveLength(inCode.length)
})
