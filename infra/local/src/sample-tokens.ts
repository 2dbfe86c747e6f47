import { runAuthorizationCodeFlow } from '@sluice/testkit/local'
import { z } from 'zod'
import { SOAR_CLIENT } from './soar-client.ts'

const tokenSchema = z.object({ access_token: z.string() })

/** The local provider, and the service that a token is for. */
interface Provider {
  readonly issuer: string
  readonly audience: string
}

/** The access token of a sample user, for whom the provider asks no password. */
export async function userToken(sub: string, { issuer, audience }: Provider): Promise<string> {
  const request = { issuer, audience, clientId: 'web', redirectUri: 'http://127.0.0.1/cb', loginHint: sub }
  return (await runAuthorizationCodeFlow(request)).access_token
}

/** The access token of the sample SOAR system, through the client credentials grant (RFC 6749, section 4.4). */
export async function soarToken({ issuer, audience }: Provider): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${SOAR_CLIENT.id}:${SOAR_CLIENT.secret}`).toString('base64')}`
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'chat', resource: audience })
  const response = await fetch(`${issuer}/token`, { method: 'POST', headers: { authorization }, body: form })
  return tokenSchema.parse(await response.json()).access_token
}
