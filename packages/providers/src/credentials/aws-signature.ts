import type { Clock } from '@sluice/contracts'
import { AwsV4Signer } from 'aws4fetch'
import type { AwsKeys } from '../endpoint-options.ts'

/** What of a request is signed beside its time. */
interface SignedRequest {
  /** As the signature names the service, for example `bedrock`. */
  readonly service: 'bedrock' | 'kms'
  /** Of a POST, as it is sent. */
  readonly url: string
  /** SHA-256 of the body, in small hexadecimal letters. */
  readonly bodyHash: string
  /** Headers that are signed, too, with small letters. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The headers that sign a request to Amazon with Signature Version 4. The host, the path, the hash of the body, the
 * time and the headers that are named are signed, and are in what is returned but for the host; others may be added.
 *
 * Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function signForAmazon(
  { service, url, bodyHash, headers: signed = {} }: SignedRequest,
  { region, accessKeyId, secretAccessKey, sessionToken }: AwsKeys & { readonly region: string },
  clock: Clock,
): Promise<Readonly<Record<string, string>>> {
  const signer = new AwsV4Signer({
    method: 'POST',
    url,
    headers: { ...signed, 'x-amz-content-sha256': bodyHash },
    service,
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
