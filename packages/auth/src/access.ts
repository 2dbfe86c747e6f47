import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@sluice/contracts'

/**
 * How far a role's permission reaches at one endpoint:
 * - `all`: everything of the caller's tenant;
 * - `own-departments`: only what belongs to a department of the caller;
 * - `state-only`: ids and states, nothing else;
 * - `mutable-policies`, `immutable-policies`: policies of that kind;
 * - `one-key`: one of the two keys, each turned by another person.
 */
export type AccessScope =
  | 'all'
  | 'own-departments'
  | 'state-only'
  | 'mutable-policies'
  | 'immutable-policies'
  | 'one-key'

/** One row of the table: an endpoint and the roles that may call it. A role that is not named may not. */
export interface AccessRow {
  readonly method: 'GET' | 'POST'
  /** As OpenAPI writes it: `/admin/sessions/{id}`. */
  readonly path: string
  readonly grants: Readonly<Partial<Record<AdminRole, AccessScope>>>
  /** The endpoint is gated already, and answers those it lets in that it is not built yet. */
  readonly planned?: true
}

/**
 * Who may call which admin endpoint: the table of the gateway specification, section 4, and the endpoints that were
 * added to it.
 *
 * The specification lets SOC analysts freeze a session and not view one. To name the session that they freeze they must
 * find it, so they may search, and are shown states and ids only.
 */
export const ADMIN_ACCESS: readonly AccessRow[] = [
  planned('GET', '/admin/audit-log', { 'soc-analyst': 'all', ciso: 'all', auditor: 'all' }),
  // "Legal Counsel and CISO (both)" of a dual-key act: two persons, so either role may bring its key and none opens alone.
  planned('POST', '/admin/break-glass', { 'legal-counsel': 'one-key', ciso: 'one-key' }),
  planned('GET', '/admin/policies', { aigo: 'all', ciso: 'all' }),
  planned('POST', '/admin/policies', { aigo: 'mutable-policies', ciso: 'immutable-policies' }),
  planned('GET', '/admin/private-semantic-map', { aigo: 'all', 'dept-admin': 'all' }),
  planned('POST', '/admin/private-semantic-map', { aigo: 'all' }),
  planned('GET', '/admin/siem-events', { 'soc-analyst': 'all' }),

  row('GET', '/admin/sessions', { ciso: 'all', aigo: 'own-departments', 'soc-analyst': 'state-only' }),
  row('GET', '/admin/sessions/{id}', { ciso: 'all', aigo: 'own-departments' }),
  row('POST', '/admin/sessions/{id}/freeze', { ciso: 'all', 'soc-analyst': 'all' }),
  row('POST', '/admin/sessions/{id}/unfreeze', { ciso: 'all' }),
  row('GET', '/admin/users/{sub}/freeze', { ciso: 'all', 'soc-analyst': 'all' }),
  row('POST', '/admin/users/{sub}/freeze', { ciso: 'all', 'soc-analyst': 'all' }),
  row('POST', '/admin/users/{sub}/unfreeze', { ciso: 'all' }),
  row('GET', '/admin/idp-sync', { ciso: 'all', 'soc-analyst': 'all', auditor: 'all' }),
  row('POST', '/admin/idp-sync/confirm', { ciso: 'all' }),
]

/** Finds the row of an endpoint; the path as in the table. */
export function findAccessRow(method: string, path: string): AccessRow | undefined {
  return ADMIN_ACCESS.find((candidate) => candidate.method === method && candidate.path === path)
}

/** How far the given roles reach together; empty where none of them may call the endpoint. */
export function grantedScopes({ grants }: AccessRow, roles: readonly string[]): ReadonlySet<AccessScope> {
  return new Set(roles.filter(isAdminRole).flatMap((role) => grants[role] ?? []))
}

/** The names of the roles that may call the endpoint, in the words of the specification. */
export function permittedRoleNames({ grants }: AccessRow): string[] {
  return Object.keys(grants)
    .filter(isAdminRole)
    .map((role) => ADMIN_ROLES[role])
}

function row(method: AccessRow['method'], path: string, grants: AccessRow['grants']): AccessRow {
  return { method, path, grants }
}

function planned(method: AccessRow['method'], path: string, grants: AccessRow['grants']): AccessRow {
  return { method, path, grants, planned: true }
}
