/** The tenant of a caller whose token names none. */
export const DEFAULT_TENANT = 'default'

/** The caller as the verified token names it; no member comes from the request body. */
export interface Principal {
  /** Tenant from the configured claim; {@link DEFAULT_TENANT} where the claim is absent. */
  readonly tenant: string
  /** Claim `sub`. */
  readonly sub: string
  /** Claim `preferred_username`; the subject where it is absent. */
  readonly username: string
  /** Claim `groups`, as issued. */
  readonly groups: readonly string[]
  /** Roles that configuration maps the groups to. */
  readonly roles: readonly string[]
  /** Departments: the groups `dept:NAME`, without the prefix. */
  readonly departments: readonly string[]
  /** The OAuth client (`azp`, else `client_id`); one default session exists per user and client. */
  readonly client: string
}
