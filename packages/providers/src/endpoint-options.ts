import type { Clock, Level } from '@sluice/contracts'
import type { ModelEndpoint } from '@sluice/pipeline/ports'

/**
 * Whose wires an endpoint speaks. What it does not speak is translated to what it does.
 *
 * `openai-compatible`: OpenAI's chat completions and embeddings, as most model servers have them. `openai` and
 * `azure-openai`: the same, and OpenAI's Responses. `anthropic`: Anthropic's Messages. `gemini`: Google's
 * generateContent. `bedrock`: Amazon's Converse. The others: chat completions as those servers have them.
 */
export const ENDPOINT_KINDS = [
  'openai-compatible',
  'openai',
  'azure-openai',
  'anthropic',
  'gemini',
  'bedrock',
  'mistral',
  'vllm',
  'ollama',
  'llama-cpp',
  'tgi',
] as const

export type EndpointKind = (typeof ENDPOINT_KINDS)[number]

/** What only Azure needs. */
export interface AzureOptions {
  /**
   * For example `2024-10-21`: models are then asked for as deployments, under paths of their own. Without it the paths
   * of the interface v1 are used, which has no versions.
   */
  readonly apiVersion?: string | undefined
  /** Who asks for tokens of Microsoft Entra ID, which are sent in place of a key. */
  readonly entra?: EntraOptions | undefined
}

/** A service that Microsoft Entra ID knows. */
export interface EntraOptions {
  readonly tenantId: string
  readonly clientId: string
  readonly clientSecret: string
  /** `https://login.microsoftonline.com` by default. */
  readonly authority?: string | undefined
}

/** Who signs requests to Amazon, with Signature Version 4. */
export type AwsOptions = {
  /** For example `eu-central-1`. */
  readonly region: string
} & (AwsKeys | { readonly webIdentity: AwsWebIdentity } | { readonly container: AwsContainer })

/** A role that is assumed by the token of a service account, as in Amazon EKS. */
export interface AwsWebIdentity {
  readonly roleArn: string
  /** Where the token stands; it is read anew for each new credentials. */
  readonly tokenFile: string
  /** As the account's log shows it; `sluice` by default. */
  readonly sessionName?: string | undefined
  /** The address of AWS STS; that of the region by default. */
  readonly endpoint?: string | undefined
}

/** A role whose credentials the container's host gives out, as in Amazon ECS and by EKS Pod Identity. */
export type AwsContainer = {
  /** Where a token stands that is sent as `authorization`; it is read anew for each new credentials. */
  readonly authorizationTokenFile?: string | undefined
} & ({ readonly fullUri: string } | { readonly relativeUri: string })

export interface AwsKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of credentials that end. */
  readonly sessionToken?: string | undefined
}

export interface EndpointOptions {
  readonly name: string
  /** `openai-compatible` by default. */
  readonly kind?: EndpointKind | undefined
  /** For example `https://api.openai.com/v1`; a path prefix and a query (`?api-version=...`) are kept. */
  readonly baseUrl: string
  /** Sent in the header that the kind has for it, mostly `authorization`. The caller's own token never leaves. */
  readonly apiKey?: string | undefined
  readonly azure?: AzureOptions | undefined
  /** For Bedrock, where it has no key. */
  readonly aws?: AwsOptions | undefined
  /** Sent with every request, for example `openai-organization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The highest sensitivity level that may be sent there. */
  readonly permittedLevel: Level
  /** Who runs it, as policies may ask; the usual one of the kind by default. */
  readonly providerKind?: ModelEndpoint['providerKind']
  readonly region?: string | undefined
  readonly retentionDays?: number | undefined
  /** Whether users of a tenant may share its answers; false by default. */
  readonly shareable?: boolean | undefined
  /** The models served for chat, as callers name them. */
  readonly models: readonly string[]
  /** The models served for embeddings; none by default. */
  readonly embeddingModels?: readonly string[] | undefined
  /** From the caller's name of a model to the upstream's, where they differ. */
  readonly modelMap?: Readonly<Record<string, string>> | undefined
  /** Whether it knows `stream_options.include_usage`; as the kind has it by default. */
  readonly streamUsage?: boolean | undefined
  /** What callers read of its errors: a known code (the default), or its own text where nothing in it is secret. */
  readonly errors?: 'code' | 'filtered' | undefined
  readonly connectTimeoutMs: number
  /** From the moment at which the request has its connection to the answer's headers. */
  readonly headersTimeoutMs: number
  /** Between two pieces of the answer. A live stream has no limit in time. */
  readonly idleTimeoutMs: number
  readonly maxConnections: number
  /** Requests that may wait for a connection, over all users. */
  readonly maxWaiting: number
  /** The longest wait for a connection. */
  readonly maxWaitMs: number
  /** The most bytes of one answer, streamed or not. */
  readonly maxAnswerBytes: number
  /** The longest event of a stream, in UTF-16 code units; 1,048,576 by default. */
  readonly maxEventLength?: number | undefined
  readonly clock: Clock
}
