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
  /**
   * The OAuth client (`azp`, else `client_id`), or the API key as {@link apiKeyClient} names it; one default session
   * exists per user and client.
   */
  readonly client: string
}

const API_KEY_CLIENT = 'api-key:'

/** Names an API key as the client of the user that it acts for. No token may name its client or subject like this. */
export function apiKeyClient(id: string): string {
  return `${API_KEY_CLIENT}${id}`
}

/** The id of the API key that a client is; undefined for other clients. */
export function apiKeyOf(client: string): string | undefined {
  return isApiKeyClient(client) ? client.slice(API_KEY_CLIENT.length) : undefined
}

/** Tells whether a client, or a subject, has the form of an API key's name. */
export function isApiKeyClient(name: string): boolean {
  return name.startsWith(API_KEY_CLIENT)
}
