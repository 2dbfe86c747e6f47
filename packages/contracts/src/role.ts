/**
 * The roles of administrators (gateway specification, section 4), as a principal's `roles` hold them. Who holds the
 * last one may do nothing but make API keys for themselves.
 */
export const ADMIN_ROLES = {
  'soc-analyst': 'SOC Analyst',
  ciso: 'CISO',
  auditor: 'Auditor',
  'legal-counsel': 'Legal Counsel',
  aigo: 'AIGO',
  'dept-admin': 'Dept Admin',
  'key-holder': 'Key Holder',
} as const satisfies Readonly<Record<string, string>>

export type AdminRole = keyof typeof ADMIN_ROLES

/** Tells whether a text, for example of the configuration, is the slug of an admin role. */
export function isAdminRole(text: string): text is AdminRole {
  return Object.hasOwn(ADMIN_ROLES, text)
}
