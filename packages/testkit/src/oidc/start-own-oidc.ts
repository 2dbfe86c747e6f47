import { createServer } from 'node:http'
import type { JWK } from 'jose'
import { listen } from '../system/listen.ts'
import { askForStrength } from './ask-for-strength.ts'
import { logIn } from './log-in.ts'
import { createTokens } from './obtain-tokens.ts'
import type { OidcOptions, OidcServer } from './oidc-server.ts'
import { DEFAULT_CLIENTS, providerConfiguration } from './provider-configuration.ts'
import { obtainSigningKeys } from './signing-keys.ts'

interface OwnOidcOptions extends OidcOptions {
  readonly port?: number
  /** The address to listen on; loopback by default. */
  readonly host?: string
  /** The address that the others reach it at; that of loopback by default. */
  readonly issuer?: string
  /** A JWKS file with the private keys, created when it is missing; without it the keys last as long as the server. */
  readonly keyFile?: string
  /** The private keys to sign with; `keyFile` is not looked at then. */
  readonly keys?: readonly JWK[]
}

/** Starts a real OpenID provider (`oidc-provider`). Rejects with `EADDRINUSE` when the port is taken. */
export async function startOwnOidc(options: OwnOidcOptions): Promise<OidcServer> {
  // The import takes 200 ms of CPU, which a file with the shared provider does not have to spend.
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const server = createServer()
  const port = await listen(server, options.port, options.host)
  const issuer = options.issuer ?? `http://127.0.0.1:${port}`
  const audience = options.audience ?? 'urn:sluice:gateway'
  const keys = options.keys ?? (await obtainSigningKeys(options.keyFile))
  const users = new Map(options.users.map((user) => [user.sub, user]))
  const lifetimes = new Map<string, number>()
  const provider = new Provider(
    issuer,
    providerConfiguration({ options, audience, keys, users, lifetimes, policy: askForStrength(interactionPolicy) }),
  )
  const handleProtocol = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void logIn({ provider, users, audience, lifetimes }, request, response)
    else void handleProtocol(request, response)
  })
  const [firstClient = DEFAULT_CLIENTS[0]] = options.clientIds ?? []
  return {
    issuer,
    audience,
    port,
    jwksUri: `${issuer}/jwks`,
    setUser: async (user) => void users.set(user.sub, user),
    ...createTokens({ issuer, audience, keys, firstClient, knownUsers: () => [...users.keys()] }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
