import { createHash, randomBytes } from 'node:crypto'

interface AuthorizationCodeRequest {
  readonly issuer: string
  readonly clientId: string
  readonly redirectUri: string
  readonly audience: string
  readonly loginHint: string
  readonly scope?: string
  /** Extra parameters of the authorization request. */
  readonly parameters?: Readonly<Record<string, string>>
}

interface TokenResponse {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in?: number
  readonly id_token?: string
}

const MAXIMUM_REDIRECTS = 8

/**
 * Obtains a user's tokens through the authorization code flow with PKCE (RFC 6749 section 4.1, RFC 7636), following
 * redirects as a browser would. The local provider logs in whomever `login_hint` names.
 */
export async function runAuthorizationCodeFlow(request: AuthorizationCodeRequest): Promise<TokenResponse> {
  const { issuer, clientId, redirectUri, audience, loginHint, scope = 'openid profile chat' } = request
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope,
    login_hint: loginHint,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: audience,
    ...request.parameters,
  })
  const code = await followToCode(`${issuer}/auth?${query}`, redirectUri)
  return await requestToken(issuer, {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    resource: audience,
  })
}

/** Calls the token endpoint. Throws with the provider's answer when it refuses. */
export async function requestToken(
  issuer: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TokenResponse> {
  const response = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(form), headers })
  const body: unknown = await response.json()
  if (isTokenResponse(body)) return body
  throw new Error(`The provider refused to issue a token (${response.status}): ${JSON.stringify(body)}`)
}

async function followToCode(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let step = 0; step < MAXIMUM_REDIRECTS; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      throw new Error(`The provider did not redirect (${response.status}): ${(await response.text()).slice(0, 500)}`)
    }
    await response.body?.cancel()
    url = new URL(location, url).href
    if (url.startsWith(redirectUri)) return codeOf(new URL(url))
  }
  throw new Error('The provider redirected too often.')
}

function codeOf(callback: URL): string {
  const code = callback.searchParams.get('code')
  if (code !== null) return code
  const { searchParams } = callback
  throw new Error(`The provider refused: ${searchParams.get('error')}: ${searchParams.get('error_description')}`)
}

function isTokenResponse(body: unknown): body is TokenResponse {
  return typeof body === 'object' && body !== null && 'access_token' in body && typeof body.access_token === 'string'
}
