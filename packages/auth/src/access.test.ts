import { ADMIN_ROLES, isAdminRole } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { type AccessRow, ADMIN_ACCESS, findAccessRow, grantedScopes, permittedRoleNames } from './access.ts'

/** Written out a second time, as a reader of the specification would draw it, so that a slip in the table shows. */
const MATRIX = `
                                     soc-analyst  ciso              auditor  legal-counsel  aigo              dept-admin
GET  /admin/audit-log                all          all               all      -              -                 -
POST /admin/break-glass              -            one-key           -        one-key        -                 -
GET  /admin/policies                 -            all               -        -              all               -
POST /admin/policies                 -            immutable-policies -       -              mutable-policies  -
GET  /admin/private-semantic-map     -            -                 -        -              all               all
POST /admin/private-semantic-map     -            -                 -        -              all               -
GET  /admin/siem-events              all          -                 -        -              -                 -
GET  /admin/sessions                 state-only   all               -        -              own-departments   -
GET  /admin/sessions/{id}            -            all               -        -              own-departments   -
POST /admin/sessions/{id}/freeze     all          all               -        -              -                 -
POST /admin/sessions/{id}/unfreeze   -            all               -        -              -                 -
GET  /admin/users/{sub}/freeze       all          all               -        -              -                 -
POST /admin/users/{sub}/freeze       all          all               -        -              -                 -
POST /admin/users/{sub}/unfreeze     -            all               -        -              -                 -
GET  /admin/idp-sync                 all          all               all      -              -                 -
POST /admin/idp-sync/confirm         -            all               -        -              -                 -
`
const [roles = [], ...rows] = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))
const cells = rows.flatMap(([method = '', path = '', ...scopes]) =>
  roles.map((role, column) => ({ role, method, path, scope: scopes[column] ?? '' })),
)

describe('the access table', () => {
  it('has the rows and columns of the matrix, each once', () => {
    expect(ADMIN_ACCESS.map(({ method, path }) => `${method} ${path}`)).toEqual(
      rows.map(([method, path]) => `${method} ${path}`),
    )
    expect(new Set(roles)).toEqual(new Set(Object.keys(ADMIN_ROLES)))
    expect(cells).toHaveLength(ADMIN_ACCESS.length * roles.length)
  })

  it.each(cells)('gives $role at $method $path: $scope', ({ role, method, path, scope }) => {
    const row = findAccessRow(method, path) as AccessRow
    expect([...grantedScopes(row, [role])]).toEqual(scope === '-' ? [] : [scope])
    expect(permittedRoleNames(row).includes(isAdminRole(role) ? ADMIN_ROLES[role] : '')).toBe(scope !== '-')
  })

  it('gives nobody anything without a role that it knows', () => {
    for (const row of ADMIN_ACCESS) {
      for (const strangers of [[], ['admin'], ['CISO'], ['constructor', '__proto__'], ['ciso ']]) {
        expect(grantedScopes(row, strangers).size).toBe(0)
      }
    }
  })

  it('adds up what several roles may do', () => {
    const row = findAccessRow('GET', '/admin/sessions') as AccessRow
    expect(grantedScopes(row, ['aigo', 'dept-admin', 'soc-analyst'])).toEqual(
      new Set(['own-departments', 'state-only']),
    )
  })

  it.each([
    ['PUT', '/admin/sessions'],
    ['get', '/admin/sessions'],
    ['GET', '/admin/sessions/'],
    ['GET', '/admin/sessions/:id'],
    ['GET', '/admin'],
  ])('has no row for %s %s', (method, path) => {
    expect(findAccessRow(method, path)).toBeUndefined()
  })
})
