import { type KeyProvider, KeyProviderError } from './key-provider.ts'

/** AES-256 (FIPS 197). */
const KEY_BYTES = 32

/**
 * Wraps a data key with its id behind it, so that it cannot take the place of another. Rejects as the provider does.
 */
export async function wrapDataKey(provider: KeyProvider, id: string, key: Uint8Array): Promise<string> {
  return await provider.wrap(Buffer.concat([key, Buffer.from(id, 'utf8')]))
}

/** Unwraps what `wrapDataKey` wrapped under this id. Rejects with a `KeyProviderError`. */
export async function unwrapDataKey(provider: KeyProvider, id: string, wrapped: string): Promise<Uint8Array> {
  const plain = Buffer.from(await provider.unwrap(wrapped))
  if (plain.subarray(KEY_BYTES).toString('utf8') === id && plain.length > KEY_BYTES) return plain.subarray(0, KEY_BYTES)
  throw new KeyProviderError('malformed', 'what it has unwrapped is not the data key of this id')
}
