/** What administrators do: one action for each operation of the admin service. */
export const ADMIN_ACTIONS = [
  'read-audit-log',
  'verify-audit-log',
  'view-log-keys',
  'read-usage',
  'open-break-glass',
  'list-break-glass',
  'confirm-break-glass',
  'revoke-break-glass',
  'read-break-glass-mappings',
  'list-approvals',
  'view-approval',
  'decide-approval',
  'list-policies',
  'write-policy',
  'delete-policy',
  'view-policy-history',
  'simulate-policies',
  'validate-policy',
  'test-policies',
  'read-policy-document',
  'read-evidence',
  'export-evidence',
  'challenge-evidence',
  'read-evidence-challenge',
  'read-private-semantic-map',
  'write-private-semantic-map',
  'check-codenames',
  'read-siem-events',
  'list-legal-holds',
  'open-legal-hold',
  'release-legal-hold',
  'erase-person',
  'list-soar-deliveries',
  'resend-soar-delivery',
  'resend-all-soar-deliveries',
  'list-soar-receivers',
  'list-siem-receivers',
  'list-siem-dead-letters',
  'resend-siem-dead-letter',
  'resend-all-siem-dead-letters',
  'list-sessions',
  'view-session',
  'freeze-session',
  'unfreeze-session',
  'view-user-freeze',
  'freeze-user',
  'unfreeze-user',
  'joint-unfreeze-user',
  'view-idp-sync',
  'list-services',
  'list-endpoints',
  'view-overview',
  'confirm-idp-sync',
  'list-users',
  'view-user',
  'view-user-limits',
  'list-limits',
  'create-api-key',
  'change-api-key',
  'list-api-keys',
  'view-api-key',
  'revoke-api-key',
  'list-tool-definitions',
  'accept-tool-definition',
  'forget-answers',
  'view-cache',
] as const

export type AdminAction = (typeof ADMIN_ACTIONS)[number]

/** Admin actions that policies name together: those that decide a held request, and those that need two persons. */
export const ACTION_GROUPS: Readonly<Record<'approve' | 'turnKey', readonly AdminAction[]>> = {
  approve: ['decide-approval'],
  turnKey: ['open-break-glass', 'confirm-break-glass', 'joint-unfreeze-user'],
}

/** What SOAR systems do: send a command at all, and each command. */
export const SOAR_ACTIONS = [
  'send-soar-command',
  'soar-freeze-user',
  'soar-freeze-session',
  'soar-unfreeze-user',
] as const

export type SoarAction = (typeof SOAR_ACTIONS)[number]

/**
 * Actions that stop a user or a session. Only an immutable policy narrows them: who may change the others must not keep
 * a freeze from taking effect.
 */
export const EMERGENCY_ACTIONS: readonly (AdminAction | SoarAction)[] = [
  'freeze-session',
  'freeze-user',
  'send-soar-command',
  'soar-freeze-user',
  'soar-freeze-session',
]

const ADMIN: ReadonlySet<string> = new Set(ADMIN_ACTIONS)
const SOAR: ReadonlySet<string> = new Set(SOAR_ACTIONS)

/** Tells whether an action is one of administrators. */
export function isAdminAction(action: string): action is AdminAction {
  return ADMIN.has(action)
}

/** Tells whether an action is one of SOAR systems. */
export function isSoarAction(action: string): action is SoarAction {
  return SOAR.has(action)
}
