import type { Clock } from '@sluice/contracts'
import { AwsV4Signer } from 'aws4fetch'
import type { AwsKeys } from '../endpoint-options.ts'

/** What of a request is signed beside its time. */
interface SignedRequest {
  /** Of a POST, as it is sent. */
  readonly url: string
  /** SHA-256 of the body, in small hexadecimal letters. */
  readonly bodyHash: string
}

/**
 * The headers that sign a request to Bedrock with Signature Version 4. The host, the path, the hash of the body and the
 * time are signed; other headers may be added.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signForBedrock(
  { url, bodyHash }: SignedRequest,
  { region, accessKeyId, secretAccessKey, sessionToken }: AwsKeys & { readonly region: string },
  clock: Clock,
): Promise<Readonly<Record<string, string>>> {
  const signer = new AwsV4Signer({
    method: 'POST',
    url,
    headers: { 'x-amz-content-sha256': bodyHash },
    service: 'bedrock',
    datetime: new Date(clock.nowMs()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  })
  const { headers } = await signer.sign()
  headers.delete('host')
  return Object.fromEntries(headers)
}
