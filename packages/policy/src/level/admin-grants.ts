import { ADMIN_ROLES, type AdminRole, isAdminRole } from '@sluice/contracts'
import type { AdminAction } from '../actions.ts'

/**
 * How far a role's grant reaches:
 * - `all`: everything of the caller's tenant;
 * - `own-departments`: only what belongs to a department of the caller;
 * - `own`: only what belongs to the caller;
 * - `state-only`: ids and states, nothing else;
 * - `mutable-policies`, `immutable-policies`: policies of that kind;
 * - `one-key`: one of the two keys, each turned by another person. Whether both were turned is for the operation to
 *   see.
 */
export type AdminScope =
  | 'all'
  | 'own-departments'
  | 'own'
  | 'state-only'
  | 'mutable-policies'
  | 'immutable-policies'
  | 'one-key'

type Grants = Readonly<Partial<Record<AdminRole, AdminScope>>>

/**
 * Which roles may do which admin action: the table of the gateway specification, section 4, and the actions that were
 * added to it. A role that is not named may not.
 *
 * The specification lets SOC analysts freeze a session and not view one. To name the session that they freeze they must
 * find it, so they may search, and are shown states and ids only.
 */
export const ADMIN_GRANTS: Readonly<Record<AdminAction, Grants>> = {
  'read-audit-log': { 'soc-analyst': 'all', ciso: 'all', auditor: 'all' },
  'verify-audit-log': { 'soc-analyst': 'all', ciso: 'all', auditor: 'all' },
  'view-log-keys': { 'soc-analyst': 'all', ciso: 'all', auditor: 'all' },
  'read-usage': { ciso: 'all', auditor: 'all', aigo: 'all', 'dept-admin': 'own-departments' },
  // "Legal Counsel and CISO (both)" of a dual-key act: two persons. Either role may turn its key, and none opens alone.
  'open-break-glass': { 'legal-counsel': 'one-key', ciso: 'one-key' },
  'list-break-glass': { 'legal-counsel': 'all', ciso: 'all' },
  'confirm-break-glass': { 'legal-counsel': 'one-key', ciso: 'one-key' },
  'revoke-break-glass': { 'legal-counsel': 'all', ciso: 'all' },
  'read-break-glass-mappings': { 'legal-counsel': 'one-key', ciso: 'one-key' },
  // Who asked is never among those who approve; that is for the operation to see.
  'list-approvals': { ciso: 'all', aigo: 'all', 'dept-admin': 'own-departments' },
  'view-approval': { ciso: 'all', aigo: 'all', 'dept-admin': 'own-departments' },
  'decide-approval': { ciso: 'all', aigo: 'all', 'dept-admin': 'own-departments' },
  'list-policies': { aigo: 'all', ciso: 'all' },
  'write-policy': { aigo: 'mutable-policies', ciso: 'immutable-policies' },
  'delete-policy': { aigo: 'mutable-policies', ciso: 'immutable-policies' },
  'view-policy-history': { aigo: 'all', ciso: 'all' },
  'simulate-policies': { aigo: 'all', ciso: 'all' },
  'validate-policy': { aigo: 'all', ciso: 'all' },
  'test-policies': { aigo: 'all', ciso: 'all' },
  'read-policy-document': { aigo: 'all', ciso: 'all', auditor: 'all' },
  'read-evidence': { ciso: 'all', auditor: 'all' },
  'export-evidence': { ciso: 'all', auditor: 'all' },
  'challenge-evidence': { ciso: 'all', auditor: 'all' },
  'read-evidence-challenge': { ciso: 'all', auditor: 'all' },
  'read-private-semantic-map': { aigo: 'all', 'dept-admin': 'own-departments' },
  'write-private-semantic-map': { aigo: 'all' },
  'check-codenames': { aigo: 'all' },
  'read-siem-events': { 'soc-analyst': 'all' },
  'list-legal-holds': { 'legal-counsel': 'all' },
  'open-legal-hold': { 'legal-counsel': 'all' },
  'release-legal-hold': { 'legal-counsel': 'all' },
  'erase-person': { 'legal-counsel': 'all' },
  'list-soar-deliveries': { 'soc-analyst': 'all', ciso: 'all' },
  'resend-soar-delivery': { 'soc-analyst': 'all', ciso: 'all' },
  'resend-all-soar-deliveries': { 'soc-analyst': 'all', ciso: 'all' },
  'list-soar-receivers': { 'soc-analyst': 'all', ciso: 'all' },
  'list-siem-receivers': { 'soc-analyst': 'all', ciso: 'all' },
  'list-siem-dead-letters': { 'soc-analyst': 'all', ciso: 'all' },
  'resend-siem-dead-letter': { 'soc-analyst': 'all', ciso: 'all' },
  'resend-all-siem-dead-letters': { 'soc-analyst': 'all', ciso: 'all' },

  'list-sessions': { ciso: 'all', aigo: 'own-departments', 'soc-analyst': 'state-only' },
  'view-session': { ciso: 'all', aigo: 'own-departments' },
  'freeze-session': { ciso: 'all', 'soc-analyst': 'all' },
  'unfreeze-session': { ciso: 'all' },
  'view-user-freeze': { ciso: 'all', 'soc-analyst': 'all' },
  'freeze-user': { ciso: 'all', 'soc-analyst': 'all' },
  'unfreeze-user': { ciso: 'all' },
  // The way back where the last CISO is frozen: each role turns one key, in the person of somebody else.
  'joint-unfreeze-user': { 'legal-counsel': 'one-key', 'soc-analyst': 'one-key' },
  'view-idp-sync': { ciso: 'all', 'soc-analyst': 'all', auditor: 'all' },
  'list-services': { 'soc-analyst': 'all', ciso: 'all', auditor: 'all', aigo: 'all' },
  'list-endpoints': { ciso: 'all', auditor: 'all', aigo: 'all' },
  'view-overview': { 'soc-analyst': 'all', ciso: 'all', auditor: 'all', aigo: 'all' },
  'confirm-idp-sync': { ciso: 'all' },
  'list-users': { 'soc-analyst': 'all', ciso: 'all', 'legal-counsel': 'all' },
  'view-user': { 'soc-analyst': 'all', ciso: 'all', 'legal-counsel': 'all' },
  'view-user-limits': { ciso: 'all', auditor: 'all', aigo: 'all', 'dept-admin': 'own-departments' },
  'list-limits': { ciso: 'all', auditor: 'all', aigo: 'all', 'dept-admin': 'own-departments' },
  'create-api-key': { ciso: 'all', 'dept-admin': 'own-departments', 'key-holder': 'own' },
  // Not the holder: a limit that others have set would hold nobody.
  'change-api-key': { ciso: 'all', 'dept-admin': 'own-departments' },
  'list-api-keys': { ciso: 'all', 'dept-admin': 'own-departments', 'key-holder': 'own' },
  'view-api-key': { ciso: 'all', 'dept-admin': 'own-departments', 'key-holder': 'own' },
  'revoke-api-key': { ciso: 'all', 'soc-analyst': 'all', 'dept-admin': 'own-departments', 'key-holder': 'own' },
  'list-tool-definitions': { ciso: 'all', aigo: 'all', auditor: 'all' },
  'accept-tool-definition': { ciso: 'all', aigo: 'all' },
  'forget-answers': { ciso: 'all', aigo: 'all' },
  'view-cache': { ciso: 'all', auditor: 'all', aigo: 'all' },
}

/** Lists the names of the roles that may do an action, in the words of the specification. */
export function permittedRoleNames(action: AdminAction): string[] {
  return Object.keys(ADMIN_GRANTS[action])
    .filter(isAdminRole)
    .map((role) => ADMIN_ROLES[role])
}
