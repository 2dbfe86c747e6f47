import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import type { Clock } from '@sluice/contracts'
import { DirectoryFault } from '@sluice/directory-sync'
import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Credentials } from './credentials.ts'
import type { HttpClient } from './http-client.ts'

interface ClientCredentialsOptions {
  readonly client: HttpClient
  readonly clock: Clock
  readonly tokenUrl: string
  readonly clientId: string
  /** A secret (RFC 6749, section 2.3.1), or an RSA key for a signed assertion (RFC 7523, section 2.2). */
  readonly authentication: { readonly secret: string } | { readonly privateKeyPem: string; readonly keyId: string }
  readonly scope: string
}

const tokenSchema = z.object({
  access_token: z.string().min(1).max(65_536),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive(),
})

/** A token is renewed this long before it expires, so that it is good when it arrives. */
const RENEW_EARLY_MS = 60_000
const ASSERTION_SECONDS = 300

/** Bearer tokens of the OAuth 2.0 client credentials grant (RFC 6749, section 4.4), kept until they expire. */
export function clientCredentials(options: ClientCredentialsOptions): Credentials {
  const { clock } = options
  const authenticate = createAuthentication(options)
  let current: { readonly header: string; readonly renewAtMs: number } | undefined

  async function renew(signal: AbortSignal): Promise<string> {
    const askedAtMs = clock.nowMs()
    const { access_token, expires_in } = await askForToken(options, await authenticate(askedAtMs), signal)
    const lifetimeMs = expires_in * 1_000
    // A token that lives shorter than the margin is renewed at half its life.
    const renewAtMs = askedAtMs + Math.max(lifetimeMs - RENEW_EARLY_MS, lifetimeMs / 2)
    current = { header: `Bearer ${access_token}`, renewAtMs }
    return current.header
  }

  return {
    header: async (signal) =>
      current !== undefined && clock.nowMs() < current.renewAtMs ? current.header : await renew(signal),
    refuse(header) {
      if (current?.header === header) current = undefined
      return true
    },
  }
}

async function askForToken(
  { client, tokenUrl, clientId, scope }: ClientCredentialsOptions,
  authentication: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<z.infer<typeof tokenSchema>> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, scope, ...authentication })
  const request = {
    method: 'POST',
    url: new URL(tokenUrl),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    what: 'the token',
  } as const
  const { status, text } = await client.send(request, signal)
  // RFC 6749, section 5.2: a wrong secret is 400 or 401.
  if (status === 400 || status === 401 || status === 403) {
    throw new DirectoryFault('unauthorized', `The identity provider gives this client no token (${status}).`)
  }
  if (status !== 200) throw new DirectoryFault('refused', `The identity provider answered the token with ${status}.`)
  const parsed = tokenSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new DirectoryFault('malformed', 'The identity provider gave no bearer token with a lifetime.')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function createAuthentication({ authentication, tokenUrl, clientId }: ClientCredentialsOptions) {
  if ('secret' in authentication) return async () => ({ client_secret: authentication.secret })
  const key = createPrivateKey(authentication.privateKeyPem)
  const { keyId } = authentication
  return async (nowMs: number) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signAssertion(key, keyId, clientId, tokenUrl, nowMs),
  })
}

/** RFC 7523, section 3, signed as RS256 (RFC 7518, section 3.3). */
function signAssertion(
  key: KeyObject,
  keyId: string,
  clientId: string,
  tokenUrl: string,
  nowMs: number,
): Promise<string> {
  const issuedAt = Math.floor(nowMs / 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .setJti(randomUUID())
    .sign(key)
}
