import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import { createRandomPool } from './random-pool.ts'

/** What a subkey is for. Two scopes that differ in any member never share a key. */
export interface KeyScope {
  readonly purpose: 'state-map' | 'cache' | 'evidence'
  readonly tenant: string
  readonly sessionId?: number
}

/** Seals texts under subkeys of the data keys, and derives the keys of tokens. */
export interface KeyRing {
  /** Returns `keyId.iv.ciphertext.tag`, the last three in base64url. `aad` is bound to the text, not kept in it. */
  seal(scope: KeyScope, plaintext: string, aad: string): string
  /**
   * Returns the text that `seal` was given. Throws `layer_failed` for an unknown key, another scope or `aad`, or a
   * change.
   */
  open(scope: KeyScope, sealed: string, aad: string): string
  /** The key that a session's tokens are derived with; the same for as long as the ring's first key stays. */
  tokenKey(tenant: string, sessionId: number): KeyObject
  /**
   * A digest of a text that nobody without the ring can find by trial: HMAC-SHA256 under a key of the tenant, 43
   * characters of base64url. The same for as long as the ring's first key stays.
   */
  digest(tenant: string, text: string): string
}

/** AES-256 (FIPS 197). */
const KEY_BYTES = 32
/**
 * NIST SP 800-38D, 8.2.2: a random IV of 96 bits. One key may seal 2^32 texts (8.3); a scope's subkey stays far below.
 */
const IV_BYTES = 12
/** NIST SP 800-38D, 5.2.1.2: the full tag. Node takes shorter ones unless the length is fixed. */
const FULL_TAG = { authTagLength: 16 }
const MAX_SUBKEYS = 10_000
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/
const SEALED = /^([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{22})$/

/**
 * Makes a key ring. New texts are sealed under `currentKeyId`; every key of the ring opens what it once sealed.
 *
 * Tokens must not change when the current key does, so they are derived from the ring's first key. To rotate, append a
 * key and make it current. Drop an old key when nothing that it sealed is still in use; dropping the first one gives
 * running sessions new tokens for the same values, once.
 *
 * @param keys 32-byte data keys by id (1 to 64 of `A-Z a-z 0-9 _ -`), oldest first.
 */
export function createKeyRing(keys: ReadonlyMap<string, Uint8Array>, currentKeyId: string): KeyRing {
  const dataKeys = importKeys(keys)
  const [first] = dataKeys.values()
  const current = dataKeys.get(currentKeyId)
  if (first === undefined || current === undefined) throw new Error('The current data key is not among the data keys.')
  const random = createRandomPool()
  const subkeys = new LRUCache<string, KeyObject>({ max: MAX_SUBKEYS })

  const subkey = (dataKey: KeyObject, keyId: string, info: string): KeyObject => {
    const name = `${keyId}.${info}`
    const known = subkeys.get(name)
    if (known !== undefined) return known
    const derived = deriveSubkey(dataKey, info)
    subkeys.set(name, derived)
    return derived
  }

  return {
    seal(scope, plaintext, aad) {
      const iv = random(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', subkey(current, currentKeyId, infoOf(scope)), iv, FULL_TAG)
      cipher.setAAD(Buffer.from(aad, 'utf8'))
      const ciphertext = cipher.update(plaintext, 'utf8')
      // GCM is a stream mode: `final` has no bytes left to return, but it makes the tag.
      cipher.final()
      const tag = cipher.getAuthTag()
      return [currentKeyId, iv.toString('base64url'), ciphertext.toString('base64url'), tag.toString('base64url')].join(
        '.',
      )
    },
    open(scope, sealed, aad) {
      const { keyId, iv, ciphertext, tag } = parseSealed(sealed)
      const dataKey = dataKeys.get(keyId)
      if (dataKey === undefined) throw openFailure('its data key is not in the ring')
      const decipher = createDecipheriv('aes-256-gcm', subkey(dataKey, keyId, infoOf(scope)), iv, FULL_TAG)
      decipher.setAAD(Buffer.from(aad, 'utf8'))
      decipher.setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
      } catch (error) {
        throw openFailure('it was changed or belongs elsewhere', error)
      }
    },
    tokenKey: (tenant, sessionId) => subkey(first, 'first', JSON.stringify(['sluice token v1', tenant, sessionId])),
    digest: (tenant, text) =>
      createHmac('sha256', subkey(first, 'first', JSON.stringify(['sluice digest v1', tenant])))
        .update(text)
        .digest('base64url'),
  }
}

function importKeys(keys: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, KeyObject> {
  const imported = new Map<string, KeyObject>()
  for (const [id, bytes] of keys) {
    if (!KEY_ID.test(id)) throw new Error('A data key id has 1 to 64 characters of A-Z a-z 0-9 _ -.')
    if (bytes.byteLength !== KEY_BYTES) throw new Error(`Data key ${id} must have ${KEY_BYTES} bytes.`)
    imported.set(id, createSecretKey(bytes))
  }
  return imported
}

/** HKDF (RFC 5869) with SHA-256; the data keys are uniformly random, so no salt is needed (section 3.1). */
function deriveSubkey(dataKey: KeyObject, info: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', info, KEY_BYTES)))
}

/** JSON, so that two scopes never give one text. Its first member differs from that of the token keys. */
function infoOf({ purpose, tenant, sessionId }: KeyScope): string {
  return JSON.stringify([`sluice ${purpose} v1`, tenant, sessionId ?? null])
}

function parseSealed(sealed: string): { keyId: string; iv: Buffer; ciphertext: Buffer; tag: Buffer } {
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
