import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { toBase64Url } from '../base64url.ts'
import { concatenate } from '../bytes.ts'

/** What makes salts and digests. A service hands in faster functions than those that run everywhere. */
export interface SaltedHashes {
  /** Gives the salts of a record: HMAC-SHA-256 of a name, under the record's 32 random bytes. */
  salts(key: Uint8Array): (name: string) => Uint8Array
  /** SHA-256 over all parts, one after another, in base64url. */
  digest(...parts: readonly Uint8Array[]): string
}

/** Those that run everywhere, also in a browser. */
export const PORTABLE_HASHES: SaltedHashes = {
  salts: (key) => {
    const keyed = hmac.create(sha256, key)
    return (name) => keyed.clone().update(new TextEncoder().encode(name)).digest()
  },
  digest: (...parts) => toBase64Url(sha256(concatenate(parts))),
}
