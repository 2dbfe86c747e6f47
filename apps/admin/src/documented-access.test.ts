import { readFileSync } from 'node:fs'
import { ADMIN_ACCESS } from '@sluice/auth'
import { ADMIN_ROLES, isAdminRole } from '@sluice/contracts'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../../docs/administration.md', import.meta.url), 'utf8')
const [header = [], ...rows] = page
  .split('\n')
  .filter((line) => /^\| (?:endpoint|`(?:GET|POST) )/.test(line))
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
  const inCode = ADMIN_ACCESS.map(({ method, path, grants, planned }) => ({
    endpoint: `\`${method} ${path}\`${planned ? ' (501)' : ''}`,
    roles: header
      .slice(1)
      .filter((name) => Object.keys(grants).some((role) => isAdminRole(role) && ADMIN_ROLES[role] === name)),
  }))
  expect(new Set(documented)).toEqual(new Set(inCode))
  expect(documented).toHaveLength(inCode.length)
})
