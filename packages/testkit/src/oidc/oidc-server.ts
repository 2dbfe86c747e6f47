import type { MintClaims, MintOverrides } from './mint.ts'

export interface OidcUser {
  readonly sub: string
  /** The default is `sub`. */
  readonly preferredUsername?: string
  readonly email?: string
  readonly groups?: readonly string[]
  /** The tenant claim; left out of the token when absent. */
  readonly tid?: string
  /** What the log-in page says about the user, in no token. */
  readonly title?: string
}

/** A client that browsers come from, for the authorization code flow with refresh tokens. */
export interface WebClient {
  readonly id: string
  readonly secret: string
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
}

export interface OidcOptions {
  readonly users: readonly OidcUser[]
  /** The default is `urn:sluice:gateway`. */
  readonly audience?: string
  /** Further audiences, for tokens whose request names one of them as `resource` (RFC 8707). */
  readonly otherAudiences?: readonly string[]
  /** Public clients for the authorization code flow; the default is `web` and `mobile`. */
  readonly clientIds?: readonly string[]
  /** Clients that browsers come from; none by default. Whoever comes without `login_hint` chooses a user on a page. */
  readonly webClients?: readonly WebClient[]
  /** Extra claims in the access token of the client-credentials client `svc`, for example `groups`. */
  readonly serviceClaims?: Readonly<Record<string, unknown>>
  readonly accessTokenTtlSeconds?: number
}

interface TokenOptions {
  /** One of the public clients; the default is the first. */
  readonly client?: string
  /** Lifetime of this token; negative gives one that has expired already. */
  readonly expiresInSeconds?: number
}

interface ServiceTokenOptions {
  /** One of `chat`, the default, and `soar`, or both with a space between them. */
  readonly scope?: string
}

export interface OidcServer {
  readonly issuer: string
  readonly audience: string
  readonly jwksUri: string
  readonly port: number
  /** Adds or replaces a user; tokens issued after it resolves carry the new claims. */
  setUser(user: OidcUser): Promise<void>
  /** A user's access token, through the authorization code flow with PKCE. Throws for an unknown user. */
  tokenFor(sub: string, options?: TokenOptions): Promise<string>
  /** The access token of the client `svc`, through the client credentials grant; its `sub` is `svc`. */
  serviceToken(options?: ServiceTokenOptions): Promise<string>
  /** Signs a token with the provider's keys and with the faults that a test chooses. */
  mint(claims?: MintClaims, overrides?: MintOverrides): Promise<string>
  stop(): Promise<void>
}
