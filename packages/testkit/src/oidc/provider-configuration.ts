import type { JWK } from 'jose'
import type { AccountClaims, ClientMetadata, Configuration, interactionPolicy } from 'oidc-provider'
import { renderLogoutPage } from './local-pages.ts'
import { memoryAdapterFactory } from './memory-adapter.ts'
import type { OidcOptions, OidcUser, WebClient } from './oidc-server.ts'

export const REDIRECT_URI = 'http://127.0.0.1/cb'
/** The public clients that a provider has unless others are given. */
export const DEFAULT_CLIENTS = ['web', 'mobile'] as const
/** The client of the client-credentials grant. */
export const SERVICE_CLIENT = { id: 'svc', secret: 'local-service-secret' }

/** The parameter of the authorization request that asks for another token lifetime. */
export const LIFETIME_PARAMETER = 'testkit_expires_in'

interface ProviderSettings {
  readonly options: OidcOptions
  readonly audience: string
  readonly keys: readonly JWK[]
  readonly users: ReadonlyMap<string, OidcUser>
  /** Asked for lifetimes in seconds, by grant id. */
  readonly lifetimes: ReadonlyMap<string, number>
  readonly policy: interactionPolicy.DefaultPolicy
}

/** Configures `oidc-provider` to issue RFC 9068 access tokens: RS256 for users, ES256 for the client `svc`. */
export function providerConfiguration(settings: ProviderSettings): Configuration {
  const { options, audience, users, lifetimes } = settings
  const { accessTokenTtlSeconds: ttlSeconds = 300, otherAudiences = [], webClients = [] } = options
  const isWebClient = (id: string | undefined) => webClients.some((client) => client.id === id)
  return {
    adapter: memoryAdapterFactory(),
    clients: [...clients(options.clientIds ?? DEFAULT_CLIENTS), ...webClients.map(webClient)],
    jwks: { keys: settings.keys.map((key) => ({ ...key, kty: key.kty ?? '' })) },
    cookies: { keys: ['local'] },
    scopes: ['openid', 'offline_access', 'profile'],
    // Classes of OpenID Connect EAP ACR Values 1.0: logins that phishing does not get.
    acrValues: ['phr', 'phrh'],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups', 'email', 'tid'] },
    extraParams: [LIFETIME_PARAMETER],
    findAccount: (_context, id) => {
      const user = users.get(id)
      return user && { accountId: id, claims: async (): Promise<AccountClaims> => ({ ...userClaims(user), sub: id }) }
    },
    extraTokenClaims: (_context, token) => {
      const user = 'accountId' in token ? users.get(token.accountId) : undefined
      const claims = user === undefined ? options.serviceClaims : userClaims(user)
      return { azp: token.clientId, ...claims }
    },
    formats: {
      customizers: {
        jwt: (_context, token, jwt) => {
          const lifetime = 'grantId' in token ? lifetimes.get(String(token.grantId)) : undefined
          if (lifetime !== undefined) jwt.payload.exp = Number(jwt.payload.iat) + lifetime
        },
      },
    },
    ttl: {
      AccessToken: ttlSeconds,
      ClientCredentials: ttlSeconds,
      Grant: 86_400,
      Session: 3600,
      RefreshToken: 86_400,
      Interaction: 600,
      IdToken: ttlSeconds,
    },
    // Those who asked for `offline_access` only get it where they also ask for the user's consent.
    issueRefreshToken: async (_context, client, { scopes }) =>
      client.grantTypeAllowed('refresh_token') && (isWebClient(client.clientId) || scopes.has('offline_access')),
    expiresWithSession: (_context, { clientId, scopes }) => !isWebClient(clientId) && !scopes.has('offline_access'),
    interactions: { policy: settings.policy, url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: renderLogoutPage },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource, client) => ({
          scope: 'chat soar',
          audience: otherAudiences.includes(resource) ? resource : audience,
          accessTokenTTL: ttlSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: client.clientId === SERVICE_CLIENT.id ? 'ES256' : 'RS256' } },
        }),
      },
    },
  }
}

function clients(publicClientIds: readonly string[]): ClientMetadata[] {
  const publicClients = publicClientIds.map(
    (id): ClientMetadata => ({
      client_id: id,
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'RS256',
    }),
  )
  const service: ClientMetadata = {
    client_id: SERVICE_CLIENT.id,
    client_secret: SERVICE_CLIENT.secret,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
  }
  return [...publicClients, service]
}

function webClient({ id, secret, redirectUris, postLogoutRedirectUris }: WebClient): ClientMetadata {
  return {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: 'client_secret_post',
    redirect_uris: [...redirectUris],
    post_logout_redirect_uris: [...postLogoutRedirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    require_auth_time: true,
    id_token_signed_response_alg: 'RS256',
  }
}

function userClaims(user: OidcUser): Record<string, unknown> {
  const { preferredUsername = user.sub, email, groups = [], tid } = user
  return {
    preferred_username: preferredUsername,
    groups,
    ...(email === undefined ? {} : { email }),
    ...(tid === undefined ? {} : { tid }),
  }
}
