import type { JWK } from 'jose'
import { requestToken, runAuthorizationCodeFlow } from './authorization-code-flow.ts'
import { mintToken } from './mint.ts'
import type { OidcServer } from './oidc-server.ts'
import { LIFETIME_PARAMETER, REDIRECT_URI, SERVICE_CLIENT } from './provider-configuration.ts'

interface TokenSource {
  readonly issuer: string
  readonly audience: string
  readonly keys: readonly JWK[]
  readonly firstClient: string
  /** The subjects that the provider knows now. */
  knownUsers(): readonly string[]
}

/** The ways to obtain tokens from a running provider. */
export function createTokens(source: TokenSource): Pick<OidcServer, 'tokenFor' | 'serviceToken' | 'mint'> {
  const { issuer, audience, keys, firstClient } = source
  return {
    tokenFor: async (sub, { client = firstClient, expiresInSeconds } = {}) => {
      const known = source.knownUsers()
      if (!known.includes(sub))
        throw new Error(`The local provider knows no user ${sub}; it knows ${known.join(', ')}.`)
      const parameters = expiresInSeconds === undefined ? {} : { [LIFETIME_PARAMETER]: String(expiresInSeconds) }
      const flow = { issuer, clientId: client, redirectUri: REDIRECT_URI, audience, loginHint: sub, parameters }
      return (await runAuthorizationCodeFlow(flow)).access_token
    },
    serviceToken: async ({ scope = 'chat' } = {}) => {
      const credentials = Buffer.from(`${SERVICE_CLIENT.id}:${SERVICE_CLIENT.secret}`).toString('base64')
      const form = { grant_type: 'client_credentials', scope, resource: audience }
      return (await requestToken(issuer, form, { authorization: `Basic ${credentials}` })).access_token
    },
    mint: (claims, overrides) => mintToken({ issuer, audience, keys }, claims, overrides),
  }
}
