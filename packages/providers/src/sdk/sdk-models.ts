import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'

/** The kinds of endpoints whose wire the AI SDK's packages write and read. */
export type SdkKind = 'gemini' | 'bedrock'

/** Stands where a package wants a key, so that it looks for none in the environment. It is never sent. */
const NO_KEY = 'none'

interface ModelSettings {
  readonly baseURL: string
  readonly fetch: typeof globalThis.fetch
}

/**
 * The models of such an endpoint. Whatever they send goes through `fetch`, which shows its own credentials: the package
 * signs nothing and reads no variable.
 */
interface SdkModels {
  language(model: string, settings: ModelSettings): LanguageModelV4
  embedding(model: string, settings: ModelSettings): EmbeddingModelV4
}

const LOADERS: Readonly<Record<SdkKind, () => Promise<SdkModels>>> = {
  gemini: async () => {
    const { createGoogle } = await import('@ai-sdk/google')
    const open = (settings: ModelSettings) => createGoogle({ ...settings, apiKey: NO_KEY })
    return {
      language: (model, settings) => open(settings).languageModel(model),
      embedding: (model, settings) => open(settings).embeddingModel(model),
    }
  },
  bedrock: async () => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    const open = (settings: ModelSettings) => createAmazonBedrock({ ...settings, apiKey: NO_KEY, region: 'none' })
    return {
      language: (model, settings) => open(settings).languageModel(model),
      embedding: (model, settings) => open(settings).embeddingModel(model),
    }
  },
}

const loading = new Map<SdkKind, Promise<SdkModels>>()

/** Loads the package of a kind of endpoint, once. Rejects where it cannot be loaded. */
export function sdkModels(kind: SdkKind): Promise<SdkModels> {
  const known = loading.get(kind)
  if (known !== undefined) return known
  const loaded = LOADERS[kind]()
  loading.set(kind, loaded)
  return loaded
}

/** Begins to load what endpoints of this kind need. Where that fails, each request for it gets the failure. */
export function preloadSdk(kind: string): void {
  if (kind === 'gemini' || kind === 'bedrock') sdkModels(kind).catch(() => {})
}
