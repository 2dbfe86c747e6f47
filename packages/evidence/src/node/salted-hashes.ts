import { hash } from 'node:crypto'
import type { SaltedHashes } from '../evidence/salted-hashes.ts'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32
const MAX_NAME_BYTES = 64

/**
 * Those of OpenSSL, for services. HMAC is two calls of SHA-256 (RFC 2104), each of which gives its bytes as a string of
 * Latin-1: an object for each HMAC, or a buffer for each digest, costs three times as much.
 */
export const NODE_HASHES: SaltedHashes = {
  salts: (key) => {
    if (key.length !== DIGEST_BYTES) throw new RangeError(`A key of salts has ${DIGEST_BYTES} bytes.`)
    const inner = padded(key, 0x36, MAX_NAME_BYTES)
    const outer = padded(key, 0x5c, DIGEST_BYTES)
    return (name) => {
      const length = inner.write(name, BLOCK_BYTES)
      if (length !== Buffer.byteLength(name)) throw new RangeError(`A name has at most ${MAX_NAME_BYTES} bytes.`)
      outer.write(hash('sha256', inner.subarray(0, BLOCK_BYTES + length), 'binary'), BLOCK_BYTES, 'binary')
      return Buffer.from(hash('sha256', outer, 'binary'), 'binary')
    }
  },
  digest: (...parts) => hash('sha256', Buffer.concat(parts), 'base64url'),
}

/** The key's block of an HMAC, with room behind it. */
function padded(key: Uint8Array, byte: number, room: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES + room, byte)
  for (let at = 0; at < key.length; at += 1) block[at] = (key[at] ?? 0) ^ byte
  return block
}
