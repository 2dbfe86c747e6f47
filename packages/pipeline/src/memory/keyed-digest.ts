import { hash } from 'node:crypto'
import { createRandomPool } from '@sluice/token-vault'

const KEY_BYTES = 32

/** A secret of this process, by which its memories know texts; it can be posted to another thread. 256 bits. */
export function createDigestKey(): string {
  return createRandomPool()(KEY_BYTES).toString('base64url')
}

/**
 * SHA-256 over a key and a text, in base64url. All keys have one length, so no two pairs of them are the same bytes.
 * Halves of surrogate pairs count as one.
 */
export function keyedDigest(key: string, text: string): string {
  return hash('sha256', key + text, 'base64url')
}
