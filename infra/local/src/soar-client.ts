/** The client of the local provider for machines, which plays the SOAR system here. */
export const SOAR_CLIENT = {
  id: 'svc',
  secret: 'local-service-secret',
  /** What its access tokens carry: the scope that the SOAR listener asks for. */
  claims: { scp: ['soar'] },
} as const
