import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createGoogle } from '@ai-sdk/google'
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'

/** The kinds of endpoints whose wire the AI SDK's packages write and read. */
export type SdkKind = 'gemini' | 'bedrock'

/** Stands where a package wants a key, so that it looks for none in the environment. It is never sent. */
const NO_KEY = 'none'

/**
 * A model of such an endpoint. Whatever it sends goes through `fetch`, which shows its own credentials: the package
 * signs nothing and reads no variable.
 */
export function sdkModel(
  kind: SdkKind,
  baseURL: string,
  model: string,
  fetch: typeof globalThis.fetch,
): LanguageModelV4 {
  const settings = { baseURL, apiKey: NO_KEY, fetch }
  return kind === 'gemini'
    ? createGoogle(settings).languageModel(model)
    : createAmazonBedrock({ ...settings, region: 'none' }).languageModel(model)
}

/** The same, for embeddings. */
export function sdkEmbeddingModel(
  kind: SdkKind,
  baseURL: string,
  model: string,
  fetch: typeof globalThis.fetch,
): EmbeddingModelV4 {
  const settings = { baseURL, apiKey: NO_KEY, fetch }
  return kind === 'gemini'
    ? createGoogle(settings).embeddingModel(model)
    : createAmazonBedrock({ ...settings, region: 'none' }).embeddingModel(model)
}
