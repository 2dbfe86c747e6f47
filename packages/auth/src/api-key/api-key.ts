import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

/*
 * An API key is `sk-sluice-ID_SECRETCHECK`. The prefix is one that secret scanners can know, and the checksum lets
 * them, and a gateway, tell a key from a text that looks like one without asking anybody. Source:
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
const PREFIX = 'sk-sluice-'
/** Of the id, which is no secret: 64 bits. */
const ID_BYTES = 8
/** Of the secret: 256 bits, so that guessing is hopeless. */
const SECRET_BYTES = 32
const GRAMMAR = /^sk-sluice-([0-9a-f]{16})_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

/** A key as its caller sends it. */
interface ApiKey {
  /** 16 hexadecimal digits. It names the key in lists and records. */
  readonly id: string
  /** SHA-256 of the secret, in 43 characters of base64url: what is stored. */
  readonly secretHash: string
}

/** A new key. `text` is the only place that ever holds its secret. */
interface NewApiKey extends ApiKey {
  readonly text: string
}

/** Makes a key of 256 random bits. */
export function newApiKey(): NewApiKey {
  const id = randomBytes(ID_BYTES).toString('hex')
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const body = `${PREFIX}${id}_${secret}`
  return { id, secretHash: hashOf(secret), text: `${body}${checksumOf(body)}` }
}

/** Tells whether a credential says that it is an API key, good or not. No token of an identity provider begins so. */
export function isApiKey(credential: string): boolean {
  return credential.startsWith(PREFIX)
}

/** Reads a key as its caller sends it; undefined for a text that is none, or one that was mistyped. */
export function readApiKey(text: string): ApiKey | undefined {
  const [, id = '', secret = '', checksum] = GRAMMAR.exec(text) ?? []
  if (id === '' || checksumOf(`${PREFIX}${id}_${secret}`) !== checksum) return undefined
  return { id, secretHash: hashOf(secret) }
}

/** Tells whether a key has the secret whose hash is stored, in a time that says nothing of where they differ. */
export function hasSecret({ secretHash }: ApiKey, storedHash: string): boolean {
  const [given, stored] = [Buffer.from(secretHash), Buffer.from(storedHash)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/**
 * A slow hash slows the guessing of what a person has chosen. Nobody guesses 256 random bits, so one round is enough:
 * NIST SP 800-63B, section 5.1.2.2, asks for a slow hash only of look-up secrets that have less than 112 bits.
 */
function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Against typing errors only: CRC-32 in 6 characters. */
function checksumOf(body: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(body))
  return bytes.toString('base64url')
}
