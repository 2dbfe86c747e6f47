import type { Clock } from '@sluice/contracts'
import { factsOf } from '../endpoint-kinds.ts'
import type { AwsKeys, AwsOptions, EndpointOptions } from '../endpoint-options.ts'
import { awsRole } from './aws-role.ts'
import { signForAmazon } from './aws-signature.ts'
import { EntraToken } from './entra-token.ts'

/** A request that is about to be sent. */
interface LeavingRequest {
  readonly url: string
  /** SHA-256 of its body, in small hexadecimal letters, where it is known. */
  readonly bodyHash: string | undefined
}

/** Shows an endpoint who asks. */
export interface Credentials {
  /** The headers that show it. Rejects with `NoToken`. */
  headersFor(request: LeavingRequest): Promise<Readonly<Record<string, string>>>
  /** Called with headers that the endpoint has refused, with the status 401 or 403. */
  onRefused?(headers: Readonly<Record<string, string>>, status: 401 | 403): void
}

/** What changes with time or with the request; undefined where a key, or nothing, is enough. A key goes first. */
export function credentialsOf({ kind, apiKey, azure, aws, clock }: EndpointOptions): Credentials | undefined {
  if (apiKey !== undefined) return undefined
  if (kind === 'azure-openai' && azure?.entra !== undefined) return entraCredentials(new EntraToken(azure.entra, clock))
  return kind === 'bedrock' && aws !== undefined ? awsCredentials(aws, clock) : undefined
}

/** The header of a key that does not change; none where there is no key. */
export function keyHeaders({
  kind,
  apiKey,
}: Pick<EndpointOptions, 'kind' | 'apiKey'>): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {}
  const { keyHeader } = factsOf(kind)
  return { [keyHeader]: keyHeader === 'authorization' ? `Bearer ${apiKey}` : apiKey }
}

function entraCredentials(token: EntraToken): Credentials {
  return {
    headersFor: async () => ({ authorization: `Bearer ${await token.get()}` }),
    // 403 is said of somebody who is known.
    onRefused: ({ authorization = '' }, status) => {
      if (status === 401) token.forget(authorization.slice('Bearer '.length))
    },
  }
}

/** Amazon says 403 of credentials that have ended, and of a role that lacks a right: new ones are rarely better. */
const FORGET_AFTER_MS = 60_000

function awsCredentials(aws: AwsOptions, clock: Clock): Credentials {
  const sign = ({ url, bodyHash }: LeavingRequest, keys: AwsKeys) => {
    if (bodyHash === undefined) throw new Error('A body without a hash cannot be signed.')
    return signForAmazon({ service: 'bedrock', url, bodyHash }, { ...keys, region: aws.region }, clock)
  }
  if ('accessKeyId' in aws) return { headersFor: async (request) => await sign(request, aws) }
  const role = awsRole(aws, clock)
  return {
    headersFor: async (request) => await sign(request, await role.get()),
    onRefused: ({ 'x-amz-security-token': token }) =>
      role.forget(({ sessionToken }) => sessionToken === token, FORGET_AFTER_MS),
  }
}
