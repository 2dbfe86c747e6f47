import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject } from 'node:crypto'
import { SluiceError } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import { createRandomPool } from './random-pool.ts'
import { openText, type SealingKey, sealText } from './sealed-text.ts'
import type { SessionRef, SessionScope } from './secure-state-map.ts'

/** What a subkey is for. Two scopes that differ in any member never share a key. */
export interface KeyScope {
  /** `state-map` only opens what was sealed before mappings had a secret. */
  readonly purpose:
    | 'state-map'
    | 'session-secret'
    | 'cache'
    | 'evidence'
    | 'approval'
    | 'codenames'
    | 'responses'
    | 'console'
    | 'session-key'
  readonly tenant: string
  readonly sessionId?: number
  /** Whose session it belongs to: what is sealed for it goes with the key of the session. */
  readonly session?: SessionRef
}

/**
 * All that `deriveToken` and `sealValueWith` need for one session. It is plain data with KeyObjects, so that structured
 * clone carries it to a worker thread.
 */
export interface MappingKeys extends SealingKey {
  /** The same for as long as the ring's first key stays. */
  readonly tokenKey: KeyObject
  /** User, session and a digest of its secret: the associated data of every value. */
  readonly boundTo: string
}

/** Keys of sessions: whatever a session has stored cannot be opened once its key is destroyed. */
export interface SessionKeyRing {
  /** 32 random bytes, sealed for a session. Whoever keeps it keeps it apart from what the session stores. */
  newSessionKey(session: SessionRef): string
  /** Opens a key that `newSessionKey` made, for the work on its session. Throws `layer_failed`. */
  useSessionKey(session: SessionRef, sealed: string): void
  /** Whether the key of a session is in use. At most 20,000 are, those that were asked for last. */
  hasSessionKey(session: SessionRef): boolean
  /** Lets go of a key that was destroyed. */
  forgetSessionKey(session: SessionRef): void
}

/** Seals texts under subkeys of the data keys, and derives the keys of tokens. */
export interface KeyRing extends SessionKeyRing {
  /**
   * Returns `keyId.iv.ciphertext.tag`, the last three in base64url, behind a `~` where the key of a session is needed,
   * too. `aad` is bound to the text, not kept in it. Throws `layer_failed` where that key is not in use.
   */
  seal(scope: KeyScope, plaintext: string, aad: string): string
  /**
   * Returns the text that `seal` was given. Throws `layer_failed` for an unknown key, another scope or `aad`, or a
   * change.
   */
  open(scope: KeyScope, sealed: string, aad: string): string
  /** 32 random bytes for a session that begins, sealed for its user. */
  newSessionSecret(user: Pick<SessionRef, 'tenant' | 'sub'>): string
  /**
   * The keys of a session's mapping. Throws `layer_failed` where the secret is not one of this user's, or the key of
   * the session is not in use.
   */
  mappingKeys(scope: SessionScope): MappingKeys
  /** Opens what was sealed with the session's keys, under any data key of the ring. Throws `layer_failed`. */
  openMapped(scope: SessionScope, sealed: string, token: string): string
  /**
   * A digest of a text that nobody without the ring can find by trial: HMAC-SHA256 under a key of the tenant, 43
   * characters of base64url. The same for as long as the ring's first key stays.
   */
  digest(tenant: string, text: string): string
  /**
   * The key of the marks on what providers have signed or encrypted for a user; see `markSeal`. The same for as long as
   * the ring's first key stays. Structured clone carries it to a worker thread.
   */
  providerSealKey(user: Pick<SessionRef, 'tenant' | 'sub'>): KeyObject
}

/** AES-256 (FIPS 197). */
const KEY_BYTES = 32
const SECRET_BYTES = 32
const NO_SALT = new Uint8Array()
const MAX_SUBKEYS = 10_000
/** Sessions whose keys are kept in memory, about 1 KB each. */
const MAX_MAPPINGS = 10_000
/** About 500 bytes each. */
const MAX_SESSION_KEYS = 20_000
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/
/** Stands before a text that the key of a session is needed for; no id of a data key has one. */
const BY_SESSION = '~'
/** Stands before the secret of a session whose mapping needs its key, too. */
const WITH_KEY = 'with-key.'

/**
 * Makes a key ring. New texts are sealed under `currentKeyId`; every key of the ring opens what it once sealed.
 *
 * Tokens must not change when the current key does, so they are derived from the ring's first key. To rotate, append a
 * key and make it current. Drop an old key when nothing that it sealed is still in use; dropping the first one gives
 * running sessions new tokens for the same values, once.
 *
 * @param keys 32-byte data keys by id (1 to 64 of `A-Z a-z 0-9 _ -`), oldest first.
 * @param options where sessions have keys, those that begin cannot do without.
 */
export function createKeyRing(
  keys: ReadonlyMap<string, Uint8Array>,
  currentKeyId: string,
  options: { readonly sessionKeys?: boolean } = {},
): KeyRing {
  return new DataKeyRing(importKeys(keys), currentKeyId, options.sessionKeys === true)
}

class DataKeyRing implements KeyRing {
  readonly #dataKeys: ReadonlyMap<string, KeyObject>
  readonly #first: KeyObject
  readonly #current: KeyObject
  readonly #currentKeyId: string
  readonly #subkeys = new LRUCache<string, KeyObject>({ max: MAX_SUBKEYS })
  readonly #mappings = new LRUCache<string, MappingKeys>({ max: MAX_MAPPINGS })
  readonly #random = createRandomPool()
  readonly #hasSessionKeys: boolean
  readonly #sessionKeys = new LRUCache<string, Uint8Array>({ max: MAX_SESSION_KEYS })

  constructor(dataKeys: ReadonlyMap<string, KeyObject>, currentKeyId: string, hasSessionKeys: boolean) {
    const [first] = dataKeys.values()
    const current = dataKeys.get(currentKeyId)
    if (first === undefined || current === undefined) {
      throw new Error('The current data key is not among the data keys.')
    }
    this.#dataKeys = dataKeys
    this.#first = first
    this.#current = current
    this.#currentKeyId = currentKeyId
    this.#hasSessionKeys = hasSessionKeys
  }

  seal(scope: KeyScope, plaintext: string, aad: string): string {
    const info = infoOf(scope)
    const { session } = scope
    if (session === undefined || !this.#hasSessionKeys) return sealText(this.#sealingKey(info), plaintext, aad)
    const sealKey = deriveSubkey(this.#current, info, this.#sessionKeyOf(session))
    return BY_SESSION + sealText({ keyId: this.#currentKeyId, sealKey }, plaintext, aad)
  }

  open(scope: KeyScope, sealed: string, aad: string): string {
    const info = infoOf(scope)
    const isBySession = sealed.startsWith(BY_SESSION)
    return openText(isBySession ? sealed.slice(BY_SESSION.length) : sealed, aad, (keyId) => {
      const dataKey = this.#dataKeys.get(keyId)
      if (dataKey === undefined) return undefined
      if (!isBySession) return this.#subkey(dataKey, keyId, info)
      return scope.session && deriveSubkey(dataKey, info, this.#sessionKeyOf(scope.session))
    })
  }

  newSessionKey(session: SessionRef): string {
    const key = this.#random(SECRET_BYTES).toString('base64url')
    return this.seal({ purpose: 'session-key', tenant: session.tenant }, key, nameOf(session))
  }

  useSessionKey(session: SessionRef, sealed: string): void {
    const key = this.open({ purpose: 'session-key', tenant: session.tenant }, sealed, nameOf(session))
    this.#sessionKeys.set(nameOf(session), Buffer.from(key, 'base64url'))
  }

  hasSessionKey(session: SessionRef): boolean {
    return this.#sessionKeys.get(nameOf(session)) !== undefined
  }

  forgetSessionKey(session: SessionRef): void {
    // What was derived from it cannot be told from the others.
    if (this.#sessionKeys.delete(nameOf(session))) this.#mappings.clear()
  }

  newSessionSecret({ tenant, sub }: Pick<SessionRef, 'tenant' | 'sub'>): string {
    const random = this.#random(SECRET_BYTES).toString('base64url')
    const secret = this.#hasSessionKeys ? WITH_KEY + random : random
    return this.seal({ purpose: 'session-secret', tenant }, secret, secretBoundTo(tenant, sub))
  }

  mappingKeys(scope: SessionScope): MappingKeys {
    const { tenant, sub, sessionId, secret } = scope
    const name = JSON.stringify([tenant, sub, sessionId, secret])
    const known = this.#mappings.get(name)
    if (known !== undefined) return known
    const session = [tenant, sub, sessionId]
    const salt = this.#secretOf(scope)
    const keys = {
      keyId: this.#currentKeyId,
      sealKey: deriveSubkey(this.#current, mappingInfo('seal', session), salt),
      tokenKey: deriveSubkey(this.#first, mappingInfo('token', session), salt),
      boundTo: JSON.stringify([...session, hash('sha256', salt, 'base64url')]),
    }
    this.#mappings.set(name, keys)
    return keys
  }

  openMapped(scope: SessionScope, sealed: string, token: string): string {
    const { keyId: currentKeyId, sealKey, boundTo } = this.mappingKeys(scope)
    return openText(sealed, mappedAad(boundTo, token), (keyId) => {
      if (keyId === currentKeyId) return sealKey
      const dataKey = this.#dataKeys.get(keyId)
      const session = [scope.tenant, scope.sub, scope.sessionId]
      return dataKey === undefined
        ? undefined
        : deriveSubkey(dataKey, mappingInfo('seal', session), this.#secretOf(scope))
    })
  }

  /** The salt of all keys of a session: its secret, and its key behind it. */
  #secretOf(scope: SessionScope): Buffer {
    const { tenant, sub, secret } = scope
    const text = this.open({ purpose: 'session-secret', tenant }, secret, secretBoundTo(tenant, sub))
    if (!text.startsWith(WITH_KEY)) return Buffer.from(text, 'base64url')
    const random = Buffer.from(text.slice(WITH_KEY.length), 'base64url')
    return Buffer.concat([random, this.#sessionKeyOf(scope)])
  }

  #sessionKeyOf(session: SessionRef): Uint8Array {
    const key = this.#sessionKeys.get(nameOf(session))
    if (key !== undefined) return key
    throw new SluiceError('layer_failed', { cause: new Error('The key of a session is not in use, or destroyed.') })
  }

  digest(tenant: string, text: string): string {
    const key = this.#subkey(this.#first, 'first', JSON.stringify(['sluice digest v1', tenant]))
    return createHmac('sha256', key).update(text).digest('base64url')
  }

  providerSealKey({ tenant, sub }: Pick<SessionRef, 'tenant' | 'sub'>): KeyObject {
    return this.#subkey(this.#first, 'first', JSON.stringify(['sluice provider-seal v1', tenant, sub]))
  }

  #sealingKey(info: string): SealingKey {
    return { keyId: this.#currentKeyId, sealKey: this.#subkey(this.#current, this.#currentKeyId, info) }
  }

  #subkey(dataKey: KeyObject, keyId: string, info: string): KeyObject {
    const name = `${keyId}.${info}`
    const known = this.#subkeys.get(name)
    if (known !== undefined) return known
    const derived = deriveSubkey(dataKey, info)
    this.#subkeys.set(name, derived)
    return derived
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

/**
 * HKDF (RFC 5869) with SHA-256. The data keys are uniformly random, so a salt is not needed (section 3.1); the secret
 * of a session is the salt of its keys.
 */
function deriveSubkey(dataKey: KeyObject, info: string, salt: Uint8Array = NO_SALT): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, salt, info, KEY_BYTES)))
}

/** The associated data of a value: no entry can take the place of another, in this session or elsewhere. */
export function mappedAad(boundTo: string, token: string): string {
  return `${boundTo} ${token}`
}

function nameOf({ tenant, sub, sessionId }: SessionRef): string {
  return JSON.stringify([tenant, sub, sessionId])
}

function secretBoundTo(tenant: string, sub: string): string {
  return JSON.stringify([tenant, sub])
}

function mappingInfo(use: 'seal' | 'token', session: readonly (string | number)[]): string {
  return JSON.stringify([`sluice mapping ${use} v2`, ...session])
}

/** JSON, so that two scopes never give one text. Its first member differs from that of the token keys. */
function infoOf({ purpose, tenant, sessionId }: KeyScope): string {
  return JSON.stringify([`sluice ${purpose} v1`, tenant, sessionId ?? null])
}
