/** The roles of the assessment (specification, section 5). */
const ROLES = ['Executive', 'ConsultantAdmin', 'Auditor'] as const
export type Role = (typeof ROLES)[number]

export interface SeededIdentity {
  readonly clientId: string
  /** The claim `unique_name`. */
  readonly name: string
  readonly role: Role
}

/** The identities that the built-in provider knows from the start (specification, section 5). */
export const SEEDED_IDENTITIES: readonly SeededIdentity[] = [
  { clientId: 'exec-001', name: 'CEO', role: 'Executive' },
  { clientId: 'admin-001', name: 'Security Admin', role: 'ConsultantAdmin' },
  { clientId: 'auditor-001', name: 'Compliance Auditor', role: 'Auditor' },
]

/** Finds an identity by its client id alone: the specification ignores the secret. */
export function findIdentity(clientId: string): SeededIdentity | undefined {
  return SEEDED_IDENTITIES.find((identity) => identity.clientId === clientId)
}
