import { readText } from './read-text.ts'

/** The members of OpenID Provider Metadata that are used (OpenID Connect Discovery 1.0, section 3). */
interface ProviderMetadata {
  readonly issuer: string
  readonly jwksUri: URL
}

const MAXIMUM_DOCUMENT_BYTES = 256 * 1024

/**
 * Fetches and checks the provider's metadata (OpenID Connect Discovery 1.0, section 4), or metadata of that form from
 * another address.
 * Throws where the fetch fails or takes longer than `timeoutMs`, where the metadata names another issuer (section 4.3),
 * or where its keys have a plain HTTP address although the issuer is HTTPS.
 */
export async function discoverProvider(
  issuer: string,
  timeoutMs: number,
  address = metadataUrl(issuer),
): Promise<ProviderMetadata> {
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`OIDC discovery answered ${response.status}`)
  }
  const document: unknown = JSON.parse(await readText(response, MAXIMUM_DOCUMENT_BYTES))
  return parseMetadata(document, issuer)
}

function parseMetadata(document: unknown, issuer: string): ProviderMetadata {
  if (typeof document !== 'object' || document === null) throw new Error('the OIDC metadata is not an object')
  if (!('issuer' in document) || document.issuer !== issuer) throw new Error('the OIDC metadata names another issuer')
  const address = 'jwks_uri' in document ? document.jwks_uri : undefined
  if (typeof address !== 'string') throw new Error('the OIDC metadata has no jwks_uri')
  const jwksUri = new URL(address)
  const secureEnough = jwksUri.protocol === 'https:' || (jwksUri.protocol === 'http:' && issuer.startsWith('http:'))
  if (!secureEnough) throw new Error(`the OIDC metadata has a jwks_uri with ${jwksUri.protocol}`)
  return { issuer, jwksUri }
}

/** A terminating slash of the issuer is removed first (section 4). */
function metadataUrl(issuer: string): string {
  return `${issuer.endsWith('/') ? issuer.slice(0, -1) : issuer}/.well-known/openid-configuration`
}

/**
 * Checks a configured issuer: HTTPS without query and fragment (OpenID Connect Discovery 1.0, section 3); plain HTTP
 * only on loopback, or with `allowHttp`. Throws a `TypeError`.
 */
export function assertIssuer(issuer: string, allowHttp: boolean): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new TypeError('the issuer must be a URL without user, query and fragment')
  }
  const loopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && (loopback || allowHttp))) return
  throw new TypeError('the issuer must be an https URL')
}
