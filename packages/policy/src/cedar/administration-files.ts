import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@sluice/contracts'
import { ACTION_GROUPS, ADMIN_ACTIONS, type AdminAction } from '../actions.ts'
import { ADMIN_GRANTS, type AdminScope } from '../level/admin-grants.ts'

const HEADER = '// Written from the table of grants (src/level/admin-grants.ts) by `npm run openapi`; do not edit.\n'

/**
 * Writes the two files that say in Cedar what the table of administrators' grants says: the actions for the schema, and
 * for each action one policy that permits it to each role and one that forbids it to everybody else.
 */
export function administrationFiles(): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: 'packages/policy/policies/administration.cedarschema', text: `${HEADER}\n${schemaText()}` },
    { path: 'packages/policy/policies/administration.cedar', text: `${HEADER}\n${policiesText()}` },
  ]
}

function schemaText(): string {
  const appliesTo =
    'appliesTo { principal: [User], resource: [Tenant, Session, Policy, Approval, Codename, Usage, ApiKey], context: { time: datetime } }'
  return ADMIN_ACTIONS.map((action) => `action "${action}" in [${groupsOf(action)}]\n  ${appliesTo};\n`).join('')
}

function groupsOf(action: AdminAction): string {
  const groups = Object.entries(ACTION_GROUPS).filter(([, actions]) => actions.includes(action))
  return ['administer', ...groups.map(([group]) => group)].join(', ')
}

function policiesText(): string {
  return ADMIN_ACTIONS.map((action) => {
    const grants = grantsOf(action)
    const permits = grants.map(({ role, scope }) => {
      const description = `@description("${ADMIN_ROLES[role]}: ${action}, ${scope}.")`
      const head = `permit (principal in Role::"${role}", action == Action::"${action}", resource)`
      const condition = CONDITIONS[scope]
      return `@id("${action}-${role}")\n${description}\n${head}${condition && `\nwhen { ${condition} }`};\n`
    })
    return [...permits, ceilingOf(action, grants)].join('\n')
  }).join('\n')
}

/** Whatever else is permitted, nobody has what the table does not give. */
function ceilingOf(action: AdminAction, grants: readonly Grant[]): string {
  const description = `@description("Nobody else: ${action}.")`
  const cells = grants.map(({ role, scope }) => {
    const condition = CONDITIONS[scope]
    return `principal in Role::"${role}"${condition && ` && (${condition})`}`
  })
  return (
    `@id("${action}-only")\n@policy("default-deny")\n${description}\n` +
    `forbid (principal, action == Action::"${action}", resource)\n` +
    `unless {\n  ${cells.map((cell) => (cell.includes('&&') ? `(${cell})` : cell)).join(' ||\n  ')}\n};\n`
  )
}

interface Grant {
  readonly role: AdminRole
  readonly scope: AdminScope
}

function grantsOf(action: AdminAction): Grant[] {
  const grants = ADMIN_GRANTS[action]
  return Object.keys(grants)
    .filter(isAdminRole)
    .flatMap((role) => {
      const scope = grants[role]
      return scope === undefined ? [] : [{ role, scope }]
    })
}

/** A question without a resource asks about the caller's tenant: it is permitted where anything in it could be. */
const CONDITIONS: Readonly<Record<AdminScope, string>> = {
  all: '',
  'one-key': '',
  'own-departments':
    'resource is Tenant || (resource is Session && principal in resource.departments) || ' +
    '(resource is Approval && principal in resource.departments) || ' +
    '(resource is Codename && principal in resource.departments) || ' +
    '(resource is Usage && principal in resource.departments) || ' +
    '(resource is ApiKey && principal in resource.departments)',
  own: 'resource is Tenant || (resource is ApiKey && resource.own)',
  'state-only': 'resource is Tenant || (resource is Session && !resource.inFull)',
  'mutable-policies': 'resource is Tenant || (resource is Policy && !resource.immutable)',
  'immutable-policies': 'resource is Tenant || (resource is Policy && resource.immutable)',
}
