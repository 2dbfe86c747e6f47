import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { listenOnLoopback } from '../system/listen.ts'
import { requestToken, runAuthorizationCodeFlow } from './authorization-code-flow.ts'
import { type MintClaims, type MintOverrides, mintToken } from './mint.ts'
import { lifetimeParameter, providerConfiguration, redirectUri, serviceClient } from './provider-configuration.ts'
import { obtainSigningKeys } from './signing-keys.ts'

export interface OidcUser {
  readonly sub: string
  /** The default is `sub`. */
  readonly preferredUsername?: string
  readonly email?: string
  readonly groups?: readonly string[]
  /** The tenant claim; left out of the token when absent. */
  readonly tid?: string
}

export interface OidcOptions {
  readonly users: readonly OidcUser[]
  /** The default is `urn:sluice:gateway`. */
  readonly audience?: string
  readonly port?: number
  /** Public clients for the authorization code flow; the default is `web` and `mobile`. */
  readonly clientIds?: readonly string[]
  /** Extra claims in the access token of the client-credentials client `svc`, for example `groups`. */
  readonly serviceClaims?: Readonly<Record<string, unknown>>
  readonly accessTokenTtlSeconds?: number
  /** A JWKS file with the private keys, created when it is missing; without it the keys last as long as the server. */
  readonly keyFile?: string
}

export interface TokenOptions {
  /** One of the public clients; the default is the first. */
  readonly client?: string
  /** Lifetime of this token; negative gives one that has expired already. */
  readonly expiresInSeconds?: number
}

export interface ServiceTokenOptions {
  /** One of `chat`, the default, and `soar`, or both with a space between them. */
  readonly scope?: string
}

export interface OidcServer {
  readonly issuer: string
  readonly audience: string
  readonly jwksUri: string
  readonly port: number
  /** Adds or replaces a user; tokens issued from now on carry the new claims. */
  setUser(user: OidcUser): void
  /** A user's access token, through the authorization code flow with PKCE. Throws for an unknown user. */
  tokenFor(sub: string, options?: TokenOptions): Promise<string>
  /** The access token of the client `svc`, through the client credentials grant; its `sub` is `svc`. */
  serviceToken(options?: ServiceTokenOptions): Promise<string>
  /** Signs a special token with the provider's keys, for negative tests. */
  mint(claims?: MintClaims, overrides?: MintOverrides): Promise<string>
  stop(): Promise<void>
}

/** Starts a real OpenID provider (`oidc-provider`) on loopback. Rejects with `EADDRINUSE` when the port is taken. */
export async function startOidc(options: OidcOptions): Promise<OidcServer> {
  const server = createServer()
  const port = await listenOnLoopback(server, options.port)
  const issuer = `http://127.0.0.1:${port}`
  const audience = options.audience ?? 'urn:sluice:gateway'
  const keys = await obtainSigningKeys(options.keyFile)
  const users = new Map(options.users.map((user) => [user.sub, user]))
  const lifetimes = new Map<string, number>()
  const provider = new Provider(issuer, providerConfiguration({ options, audience, keys, users, lifetimes }))
  const handleProtocol = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void logIn({ provider, users, audience, lifetimes }, request, response)
    else void handleProtocol(request, response)
  })
  const [firstClient = 'web'] = options.clientIds ?? []
  return {
    issuer,
    audience,
    port,
    jwksUri: `${issuer}/jwks`,
    setUser: (user) => void users.set(user.sub, user),
    tokenFor: async (sub, { client = firstClient, expiresInSeconds } = {}) => {
      if (!users.has(sub))
        throw new Error(`The local provider knows no user ${sub}; it knows ${[...users.keys()].join(', ')}.`)
      const parameters = expiresInSeconds === undefined ? {} : { [lifetimeParameter]: String(expiresInSeconds) }
      const flow = { issuer, clientId: client, redirectUri, audience, loginHint: sub, parameters }
      return (await runAuthorizationCodeFlow(flow)).access_token
    },
    serviceToken: async ({ scope = 'chat' } = {}) => {
      const authorization = `Basic ${Buffer.from(`${serviceClient.id}:${serviceClient.secret}`).toString('base64')}`
      const form = { grant_type: 'client_credentials', scope, resource: audience }
      return (await requestToken(issuer, form, { authorization })).access_token
    },
    mint: (claims, overrides) => mintToken({ issuer, audience, keys }, claims, overrides),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

interface LoginContext {
  readonly provider: Provider
  readonly users: ReadonlyMap<string, OidcUser>
  readonly audience: string
  readonly lifetimes: Map<string, number>
}

/** Answers the login and consent prompt for the user that `login_hint` names: no password, so for local use only. */
async function logIn(context: LoginContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { provider, users, audience, lifetimes } = context
  try {
    const { params } = await provider.interactionDetails(request, response)
    const accountId = String(params.login_hint ?? '')
    if (!users.has(accountId)) {
      const result = { error: 'access_denied', error_description: 'login_hint names no local user' }
      return await provider.interactionFinished(request, response, result)
    }
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope('openid profile offline_access')
    grant.addResourceScope(audience, 'chat')
    const grantId = await grant.save()
    const lifetime = params[lifetimeParameter]
    if (lifetime !== undefined) lifetimes.set(grantId, Number(lifetime))
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
  } catch (error) {
    response.statusCode = 500
    response.end(String(error))
  }
}
