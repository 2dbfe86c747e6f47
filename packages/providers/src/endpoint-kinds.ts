import type { ModelEndpoint } from '@sluice/pipeline/ports'
import type { EndpointKind } from './endpoint-options.ts'

/** What is the same for all endpoints of a kind. */
interface KindFacts {
  /** The header that carries a key; `authorization` carries it as a bearer token. */
  readonly keyHeader: 'authorization' | 'x-api-key' | 'api-key' | 'x-goog-api-key'
  /** Headers that every request needs. */
  readonly headers?: Readonly<Record<string, string>>
  /** Who runs such endpoints, unless configuration says otherwise. */
  readonly runBy?: ModelEndpoint['providerKind']
  /** As OpenTelemetry calls it: https://github.com/open-telemetry/semantic-conventions-genai (`gen_ai.provider.name`). */
  readonly providerName: string
  /** Whether it takes `stream_options.include_usage`. One that does not says unasked what a stream has cost. */
  readonly takesStreamOptions: boolean
}

/** Anthropic's version of its interface that is asked for where the caller names none. */
const ANTHROPIC_VERSION = '2023-06-01'

const FACTS: Readonly<Record<EndpointKind, KindFacts>> = {
  'openai-compatible': { keyHeader: 'authorization', providerName: 'openai', takesStreamOptions: true },
  openai: { keyHeader: 'authorization', providerName: 'openai', takesStreamOptions: true, runBy: 'hosted' },
  // https://learn.microsoft.com/azure/ai-foundry/openai/reference#authentication
  'azure-openai': {
    keyHeader: 'api-key',
    providerName: 'azure.ai.openai',
    takesStreamOptions: true,
    runBy: 'cloud-platform',
  },
  anthropic: {
    keyHeader: 'x-api-key',
    providerName: 'anthropic',
    headers: { 'anthropic-version': ANTHROPIC_VERSION },
    takesStreamOptions: false,
    runBy: 'hosted',
  },
  // https://ai.google.dev/api/all-methods
  gemini: { keyHeader: 'x-goog-api-key', providerName: 'gcp.gemini', takesStreamOptions: false, runBy: 'hosted' },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html
  bedrock: {
    keyHeader: 'authorization',
    providerName: 'aws.bedrock',
    takesStreamOptions: false,
    runBy: 'cloud-platform',
  },
  // Usage comes with the last chunk, unasked: https://docs.mistral.ai/api/endpoint/chat
  mistral: { keyHeader: 'authorization', providerName: 'mistral_ai', takesStreamOptions: false, runBy: 'hosted' },
  vllm: { keyHeader: 'authorization', providerName: 'vllm', takesStreamOptions: true, runBy: 'self-hosted' },
  ollama: { keyHeader: 'authorization', providerName: 'ollama', takesStreamOptions: true, runBy: 'self-hosted' },
  'llama-cpp': {
    keyHeader: 'authorization',
    providerName: 'llama_cpp',
    takesStreamOptions: true,
    runBy: 'self-hosted',
  },
  tgi: { keyHeader: 'authorization', providerName: 'tgi', takesStreamOptions: true, runBy: 'self-hosted' },
}

/** What is the same for all endpoints of a kind; `openai-compatible` where none is named. */
export function factsOf(kind: EndpointKind = 'openai-compatible'): KindFacts {
  return FACTS[kind]
}
