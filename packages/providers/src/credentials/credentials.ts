import type { Clock } from '@sluice/contracts'
import { factsOf } from '../endpoint-kinds.ts'
import type { AwsOptions, EndpointOptions } from '../endpoint-options.ts'
import { signForBedrock } from './aws-signature.ts'
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
  /** Called with headers that the endpoint has refused. */
  onRefused?(headers: Readonly<Record<string, string>>): void
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
    onRefused: ({ authorization = '' }) => token.forget(authorization.slice('Bearer '.length)),
  }
}

function awsCredentials(aws: AwsOptions, clock: Clock): Credentials {
  return {
    headersFor({ url, bodyHash }) {
      if (bodyHash === undefined) throw new Error('A body without a hash cannot be signed.')
      return signForBedrock({ url, bodyHash }, aws, clock)
    },
  }
}
