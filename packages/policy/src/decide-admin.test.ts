import { ADMIN_ROLES, isAdminRole, type Principal, policyIdSchema } from '@sluice/contracts'
import { describe, expect, it } from 'vitest'
import { ADMIN_ACTIONS, type AdminAction } from './actions.ts'
import { ADMIN_GRANTS, permittedRoleNames } from './level/admin-grants.ts'
import type { AdminResource, PolicyQuestion } from './question.ts'
import { ENGINES } from './testing/engines.ts'

/** Written out a second time, as a reader of the specification would draw it, so that a slip in the table shows. */
const MATRIX = `
                            soc-analyst  ciso              auditor  legal-counsel  aigo              dept-admin     key-holder
read-audit-log              all          all               all      -              -                 -              -
verify-audit-log            all          all               all      -              -                 -              -
view-log-keys               all          all               all      -              -                 -                -
read-usage                  -            all               all      -              all               own-departments  -
open-break-glass            -            one-key           -        one-key        -                 -              -
list-break-glass            -            all               -        all            -                 -              -
confirm-break-glass         -            one-key           -        one-key        -                 -              -
revoke-break-glass          -            all               -        all            -                 -              -
read-break-glass-mappings   -            one-key           -        one-key        -                 -              -
list-approvals              -            all               -        -              all               own-departments  -
view-approval               -            all               -        -              all               own-departments  -
decide-approval             -            all               -        -              all               own-departments  -
list-policies               -            all               -        -              all               -              -
write-policy                -            immutable-policies -       -              mutable-policies  -              -
delete-policy               -            immutable-policies -       -              mutable-policies  -              -
view-policy-history         -            all               -        -              all               -              -
simulate-policies           -            all               -        -              all               -              -
validate-policy             -            all               -        -              all               -                -
test-policies               -            all               -        -              all               -                -
read-policy-document        -            all               all      -              all               -              -
read-evidence               -            all               all      -              -                 -              -
export-evidence             -            all               all      -              -                 -              -
challenge-evidence          -            all               all      -              -                 -              -
read-evidence-challenge     -            all               all      -              -                 -              -
read-private-semantic-map   -            -                 -        -              all               own-departments  -
write-private-semantic-map  -            -                 -        -              all               -              -
check-codenames             -            -                 -        -              all               -                -
read-siem-events            all          -                 -        -              -                 -              -
list-legal-holds            -            -                 -        all            -                 -              -
open-legal-hold             -            -                 -        all            -                 -              -
release-legal-hold          -            -                 -        all            -                 -              -
erase-person                -            -                 -        all            -                 -              -
list-soar-deliveries        all          all               -        -              -                 -              -
resend-soar-delivery        all          all               -        -              -                 -              -
resend-all-soar-deliveries  all          all               -        -              -                 -              -
list-soar-receivers         all          all               -        -              -                 -              -
list-siem-receivers         all          all               -        -              -                 -                -
list-siem-dead-letters      all          all               -        -              -                 -                -
resend-siem-dead-letter     all          all               -        -              -                 -                -
resend-all-siem-dead-letters all         all               -        -              -                 -                -
list-sessions               state-only   all               -        -              own-departments   -              -
view-session                -            all               -        -              own-departments   -              -
freeze-session              all          all               -        -              -                 -              -
unfreeze-session            -            all               -        -              -                 -              -
view-user-freeze            all          all               -        -              -                 -              -
freeze-user                 all          all               -        -              -                 -              -
unfreeze-user               -            all               -        -              -                 -              -
joint-unfreeze-user         one-key      -                 -        one-key        -                 -              -
view-idp-sync               all          all               all      -              -                 -              -
list-services               all          all               all      -              all               -                -
list-endpoints              -            all               all      -              all               -                -
view-overview               all          all               all      -              all               -                -
confirm-idp-sync            -            all               -        -              -                 -              -
list-users                  all          all               -        all            -                 -                -
view-user                   all          all               -        all            -                 -                -
view-user-limits            -            all               all      -              all               own-departments  -
list-limits                 -            all               all      -              all               own-departments  -
create-api-key              -            all               -        -              -                 own-departments   own
change-api-key              -            all               -        -              -                 own-departments   -
list-api-keys               -            all               -        -              -                 own-departments   own
view-api-key                -            all               -        -              -                 own-departments   own
revoke-api-key              all          all               -        -              -                 own-departments   own
list-tool-definitions       -            all               all      -              all               -              -
accept-tool-definition      -            all               -        -              all               -              -
forget-answers              -            all               -        -              all               -              -
view-cache                  -            all               all      -              all               -              -
`
const [roles = [], ...rows] = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))
const cells = rows.flatMap(([name, ...scopes]) => {
  const action = ADMIN_ACTIONS.find((one) => one === name)
  if (action === undefined) throw new Error(`${name} is no action`)
  return roles.map((role, column) => ({ role, action, scope: scopes[column] ?? '' }))
})

describe.each(ENGINES)('the %s engine', (_engine, createPolicy) => {
  const policy = createPolicy({ clearances: {} }).current('t')

  function caller(...callerRoles: string[]): Principal {
    return {
      tenant: 't',
      sub: 's',
      username: 's',
      groups: [],
      roles: callerRoles,
      departments: ['finance'],
      client: 'c',
    }
  }

  function decide(action: AdminAction, principal: Principal, resource?: AdminResource) {
    return policy.decide({ principal, action, ...(resource && { resource }) })
  }

  function session(departments: readonly string[], view: 'full' | 'state', tenant = 't'): AdminResource {
    return { type: 'session', tenant, departments, view }
  }

  function codename(...departments: string[]): AdminResource {
    return { type: 'codename', tenant: 't', departments }
  }

  function usage(...departments: string[]): AdminResource {
    return { type: 'usage', tenant: 't', departments }
  }

  function apiKey(isOwn: boolean, ...departments: string[]): AdminResource {
    return { type: 'api-key', tenant: 't', departments, isOwn }
  }

  /** The resources that each scope reaches. */
  const RESOURCES: readonly [string, AdminResource, readonly string[]][] = [
    ['an own session in full', session(['hr', 'finance'], 'full'), ['all', 'one-key', 'own-departments']],
    ['a foreign session in full', session(['hr'], 'full'), ['all', 'one-key']],
    ['a session of no department', session([], 'full'), ['all', 'one-key']],
    ['the state of a foreign session', session(['hr'], 'state'), ['all', 'one-key', 'state-only']],
    ['an own codename', codename('finance'), ['all', 'one-key', 'own-departments']],
    ['a foreign codename', codename('hr'), ['all', 'one-key']],
    ['a codename of no department', codename(), ['all', 'one-key']],
    ['usage of the own department', usage('finance'), ['all', 'one-key', 'own-departments']],
    ['usage of a foreign department', usage('hr'), ['all', 'one-key']],
    ['usage of all', usage(), ['all', 'one-key']],
    ['a key of the own department', apiKey(false, 'finance'), ['all', 'one-key', 'own-departments']],
    ['a foreign key', apiKey(false, 'hr'), ['all', 'one-key']],
    ['an own key', apiKey(true, 'hr'), ['all', 'one-key', 'own']],
    ['a mutable policy', { type: 'policy', tenant: 't', isMutable: true }, ['all', 'one-key', 'mutable-policies']],
    [
      'an immutable policy',
      { type: 'policy', tenant: 't', isMutable: false },
      ['all', 'one-key', 'immutable-policies'],
    ],
  ]

  describe('the grants of administrators', () => {
    it('have the rows and columns of the matrix, each once', () => {
      expect(rows.map(([action]) => action)).toEqual([...ADMIN_ACTIONS])
      expect(Object.keys(ADMIN_GRANTS)).toEqual([...ADMIN_ACTIONS])
      expect(new Set(roles)).toEqual(new Set(Object.keys(ADMIN_ROLES)))
      expect(cells).toHaveLength(ADMIN_ACTIONS.length * roles.length)
    })

    it.each(cells)('give $role $action: $scope', ({ role, action, scope }) => {
      expect(decide(action, caller(role))).toEqual(
        scope === '-'
          ? { effect: 'forbid', policyIds: ['default-deny'] }
          : { effect: 'permit', policyIds: [`${action}-${role}`] },
      )
      expect(permittedRoleNames(action).includes(isAdminRole(role) ? ADMIN_ROLES[role] : '')).toBe(scope !== '-')
      for (const [what, resource, scopes] of RESOURCES) {
        expect([what, decide(action, caller(role), resource).effect]).toEqual([
          what,
          scopes.includes(scope) ? 'permit' : 'forbid',
        ])
      }
    })

    it('give nobody anything without a role that they know', () => {
      for (const action of ADMIN_ACTIONS) {
        for (const strangers of [[], ['admin'], ['CISO'], ['constructor', '__proto__'], ['ciso ']]) {
          expect(decide(action, caller(...strangers)).effect).toBe('forbid')
        }
      }
    })

    it('give nobody anything of another tenant', () => {
      for (const action of ADMIN_ACTIONS) {
        expect(decide(action, caller(...roles), session(['finance'], 'full', 'other'))).toEqual({
          effect: 'forbid',
          policyIds: ['own-tenant-only'],
        })
      }
    })

    it('add up', () => {
      const both = caller('aigo', 'dept-admin', 'soc-analyst')
      expect(decide('list-sessions', both).policyIds).toEqual(['list-sessions-aigo', 'list-sessions-soc-analyst'])
      expect(decide('list-sessions', both, session(['hr'], 'full')).effect).toBe('forbid')
      expect(decide('list-sessions', both, session(['hr'], 'state')).policyIds).toEqual(['list-sessions-soc-analyst'])
      expect(decide('list-sessions', both, session(['finance'], 'full')).policyIds).toEqual(['list-sessions-aigo'])
    })

    it('know no other action', () => {
      for (const action of ['read-everything', 'constructor', 'list-session']) {
        const question = { principal: caller('ciso'), action } as unknown as PolicyQuestion
        expect(policy.decide(question)).toEqual({ effect: 'forbid', policyIds: ['default-deny'] })
      }
    })

    it('have ids in the one style', () => {
      for (const action of ADMIN_ACTIONS) {
        for (const id of decide(action, caller(...roles)).policyIds) expect(policyIdSchema.parse(id)).toBe(id)
      }
    })
  })
})
