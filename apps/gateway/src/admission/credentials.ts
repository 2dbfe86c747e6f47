/** The headers in which clients of a wire send the access token. */
export type CredentialHeader = 'authorization' | 'x-api-key' | 'api-key'

/**
 * The credentials of a request as an `authorization` value (RFC 6750). `authorization` itself wins; the others hold the
 * bare token, as clients that know only static keys send it.
 *
 * @param header reads one request header.
 */
export function readCredentials(
  header: (name: CredentialHeader) => string | undefined,
  accepted: readonly CredentialHeader[],
): string | undefined {
  const authorization = header('authorization')
  if (authorization !== undefined) return authorization
  for (const name of accepted) {
    const token = name === 'authorization' ? undefined : header(name)
    if (token !== undefined) return `Bearer ${token}`
  }
  return undefined
}
