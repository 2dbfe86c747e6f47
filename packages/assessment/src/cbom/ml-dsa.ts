import { createHash } from 'node:crypto'

/** Sizes in bytes (FIPS 204, tables 1 and 2). */
export const ML_DSA_87 = { seedBytes: 32, publicKeyBytes: 2_592, signatureBytes: 4_627 } as const

/** id-ml-dsa-87, 2.16.840.1.101.3.4.3.19 (RFC 9881), in a SubjectPublicKeyInfo up to the raw key. */
const SPKI_PREFIX = Buffer.from('30820a32300b060960864801650304031303820a2100', 'hex')
/** The same in a PKCS #8 key that holds the seed only (RFC 9881, section 6). */
const PKCS8_SEED_PREFIX = Buffer.from('3034020100300b060960864801650304031304228020', 'hex')

/** A raw public key in the form that certificates and tools use (RFC 9881). */
export function mlDsaPublicKeyPem(publicKey: Uint8Array): string {
  return pem('PUBLIC KEY', mlDsaPublicKeyDer(publicKey))
}

export function mlDsaPublicKeyDer(publicKey: Uint8Array): Buffer {
  return Buffer.concat([SPKI_PREFIX, publicKey])
}

/** A seed in the form that `readMlDsaSeed` takes. */
export function mlDsaSeedPem(seed: Uint8Array): string {
  return pem('PRIVATE KEY', Buffer.concat([PKCS8_SEED_PREFIX, seed]))
}

/** The raw key of a PEM, or `undefined` where it is not an ML-DSA-87 public key. */
export function readMlDsaPublicKey(text: string): Uint8Array | undefined {
  return bytesAfter(SPKI_PREFIX, text, 'PUBLIC KEY', ML_DSA_87.publicKeyBytes)
}

/** The seed of a PEM, or `undefined` where it is not an ML-DSA-87 private key that holds its seed only. */
export function readMlDsaSeed(text: string): Uint8Array | undefined {
  return bytesAfter(PKCS8_SEED_PREFIX, text, 'PRIVATE KEY', ML_DSA_87.seedBytes)
}

/**
 * Mu, the digest that ML-DSA signs (FIPS 204, algorithm 7, lines 6 and 10), of a text in UTF-8, with an empty
 * context.
 */
export function messageRepresentative(publicKey: Uint8Array, text: string): Uint8Array {
  const tr = createHash('shake256', { outputLength: 64 }).update(publicKey).digest()
  const mu = createHash('shake256', { outputLength: 64 }).update(tr)
  // Pure ML-DSA with a context of no bytes (FIPS 204, algorithm 2, line 10).
  mu.update(Uint8Array.of(0, 0))
  mu.update(text, 'utf8')
  return new Uint8Array(mu.digest())
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

const MAX_PEM_CHARS = 16_384

function bytesAfter(prefix: Buffer, text: string, label: string, length: number): Uint8Array | undefined {
  const [, body] = text.slice(0, MAX_PEM_CHARS).split(`-----BEGIN ${label}-----`)
  const [base64, end] = body?.split(`-----END ${label}-----`) ?? []
  if (base64 === undefined || end === undefined) return undefined
  const der = Buffer.from(base64, 'base64')
  const isKey = der.length === prefix.length + length && der.subarray(0, prefix.length).equals(prefix)
  return isKey ? new Uint8Array(der.subarray(prefix.length)) : undefined
}
