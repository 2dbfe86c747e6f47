import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import { createRandomPool } from './random-pool.ts'

/** A key that seals, and the id of the data key that it comes from. Structured clone carries it to another thread. */
export interface SealingKey {
  readonly keyId: string
  /** AES-256 (FIPS 197). */
  readonly sealKey: KeyObject
}

interface SealedParts {
  readonly keyId: string
  readonly iv: Buffer
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

/**
 * NIST SP 800-38D, 8.2.2: a random IV of 96 bits. One key may seal 2^32 texts (8.3); a scope's subkey stays far below.
 */
const IV_BYTES = 12
/** NIST SP 800-38D, 5.2.1.2: the full tag. Node takes shorter ones unless the length is fixed. */
const FULL_TAG = { authTagLength: 16 }
/** One text has one form: the bits of a last letter that stand for nothing are zero (RFC 4648, section 3.5). */
const BASE64URL = '(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?'
const SEALED = new RegExp(`^([A-Za-z0-9_-]{1,64})\\.([A-Za-z0-9_-]{16})\\.(${BASE64URL})\\.([A-Za-z0-9_-]{21}[AQgw])$`)

/** Each thread has its own. */
const random = createRandomPool()

/** Returns `keyId.iv.ciphertext.tag`, the last three in base64url. `aad` is bound to the text, not kept in it. */
export function sealText({ keyId, sealKey }: SealingKey, plaintext: string, aad: string): string {
  const iv = random(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', sealKey, iv, FULL_TAG)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  const ciphertext = cipher.update(plaintext, 'utf8')
  // GCM is a stream mode: `final` has no bytes left to return, but it makes the tag.
  cipher.final()
  const tag = cipher.getAuthTag()
  return [keyId, iv.toString('base64url'), ciphertext.toString('base64url'), tag.toString('base64url')].join('.')
}

/** Opens what `sealText` sealed. `keyOf` gives the key for a data key's id. Throws `layer_failed`. */
export function openText(sealed: string, aad: string, keyOf: (keyId: string) => KeyObject | undefined): string {
  const { keyId, iv, ciphertext, tag } = parseSealed(sealed)
  const key = keyOf(keyId)
  if (key === undefined) throw openFailure('its data key is not in the ring')
  const decipher = createDecipheriv('aes-256-gcm', key, iv, FULL_TAG)
  decipher.setAAD(Buffer.from(aad, 'utf8'))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch (error) {
    throw openFailure('it was changed or belongs elsewhere', error)
  }
}

function parseSealed(sealed: string): SealedParts {
  const [, keyId, iv, ciphertext, tag] = SEALED.exec(sealed) ?? []
  if (keyId === undefined || iv === undefined || ciphertext === undefined || tag === undefined) {
    throw openFailure('it has not the form of a sealed text')
  }
  return {
    keyId,
    iv: Buffer.from(iv, 'base64url'),
    ciphertext: Buffer.from(ciphertext, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
  }
}

function openFailure(why: string, cause?: unknown): SluiceError {
  return new SluiceError('layer_failed', { cause: new Error(`A sealed text cannot be opened: ${why}.`, { cause }) })
}
