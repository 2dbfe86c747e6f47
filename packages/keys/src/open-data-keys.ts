import type { Clock } from '@sluice/contracts'
import { ConfigError } from '@sluice/service-kit/environment'
import { createKeyRing, type KeyRing } from '@sluice/token-vault'
import type { KeyConfig } from './config.ts'
import { type KeyProvider, KeyProviderError } from './key-provider.ts'
import { openKeyProvider } from './open-key-provider.ts'
import type { AskOptions } from './providers/ask-provider.ts'
import { unwrapDataKey } from './wrapped-keys.ts'

/** The data keys of a service, as long as it runs. */
export interface OpenDataKeys {
  /** By id, the oldest first: for threads that make a ring of their own. */
  readonly dataKeys: ReadonlyMap<string, Uint8Array>
  readonly currentKeyId: string
  /** With keys of sessions. */
  readonly keyRing: KeyRing
}

/**
 * Opens the data keys of a configuration; a key provider is asked once for each of them, and never again. Undefined
 * where the configuration has none.
 *
 * @throws {ConfigError} where the provider does not give them: it names the variable and the kind of the failure.
 */
export async function openDataKeys(
  { config, clock }: { readonly config: KeyConfig; readonly clock: Clock },
  asking?: AskOptions,
): Promise<OpenDataKeys | undefined> {
  const { DATA_KEYS, WRAPPED_DATA_KEYS, KEY_PROVIDER, DATA_KEY_CURRENT } = config
  const plain = DATA_KEYS && new Map(Object.entries(DATA_KEYS))
  const wrapped = WRAPPED_DATA_KEYS && KEY_PROVIDER && new Map(Object.entries(WRAPPED_DATA_KEYS))
  const dataKeys =
    plain ?? (wrapped && KEY_PROVIDER && (await unwrapAll(openKeyProvider(KEY_PROVIDER, clock, asking), wrapped)))
  if (dataKeys === undefined) return undefined
  const currentKeyId = DATA_KEY_CURRENT ?? [...dataKeys.keys()].at(-1) ?? ''
  return { dataKeys, currentKeyId, keyRing: createKeyRing(dataKeys, currentKeyId, { sessionKeys: true }) }
}

async function unwrapAll(provider: KeyProvider, wrapped: ReadonlyMap<string, string>) {
  const keys = new Map<string, Uint8Array>()
  for (const [id, text] of wrapped) keys.set(id, await unwrapOne(provider, id, text))
  return keys
}

async function unwrapOne(provider: KeyProvider, id: string, text: string): Promise<Uint8Array> {
  try {
    return await unwrapDataKey(provider, id, text)
  } catch (error) {
    if (!(error instanceof KeyProviderError)) throw error
    const { fault, message } = error
    // A key that is another's, or that the provider will not unwrap, is a fault of what is configured.
    const place = fault === 'unavailable' ? 'KEY_PROVIDER' : `WRAPPED_DATA_KEYS.${id}`
    throw new ConfigError([{ variable: place, message: `the key provider has not unwrapped it: ${message}` }], {
      cause: error,
    })
  }
}
