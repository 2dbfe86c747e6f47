import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NameReader } from './interpret-name.ts'
import { loadPacks } from './load-pack.ts'
import { prepareKnowledge } from './prepare-knowledge.ts'

const builtin = prepareKnowledge(await loadPacks()).names
const extended = prepareKnowledge(await loadPacks(['extended'])).names

/** As `FAMILY role name=value`, one after the other. */
function told(reader: NameReader, name: string): string {
  return reader
    .read(name)
    .map(({ algorithm, role, parameters }) =>
      [algorithm, role, ...Object.entries(parameters).map(([key, value]) => `${key}=${value}`)]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ')
}

describe('names of the built-in families', () => {
  test.each([
    ['RSA', 'RSA'],
    ['RSA/ECB/PKCS1Padding', 'RSA mode=ECB padding=PKCS1v15'],
    ['RSA/ECB/OAEPWithSHA-256AndMGF1Padding', 'RSA mode=ECB padding=OAEP hash=SHA-256'],
    ['AES_256/CBC/PKCS5Padding', 'AES keySize=256 mode=CBC padding=PKCS7'],
    ['SHA384withRSAandMGF1', 'RSA padding=PSS hash=SHA-384'],
    ['SHA256withECDSA', 'ECDSA hash=SHA-256'],
    ['RS256', 'RSA Signature padding=PKCS1v15 hash=SHA-256'],
    ['ES384', 'ECDSA Signature curve=P-384 hash=SHA-384'],
    ['A256GCM', 'AES Encryption keySize=256 mode=GCM'],
    ['ECDH-ES+A256KW', 'ECDH KeyAgreement; AES Encryption keySize=256 mode=KW'],
    [
      'ECDHE-RSA-AES128-GCM-SHA256',
      'ECDH KeyAgreement hash=SHA-256; RSA Signature hash=SHA-256; AES Encryption keySize=128 mode=GCM',
    ],
    ['TLS_AES_128_GCM_SHA256', 'AES keySize=128 mode=GCM hash=SHA-256'],
    ['EVP_aes_256_gcm', 'AES keySize=256 mode=GCM'],
    ['prime256v1', 'ECDSA curve=P-256'],
    ['1.2.840.113549.1.1.11', 'RSA Signature padding=PKCS1v15 hash=SHA-256'],
    ['ecdsa-sha2-nistp256', 'ECDSA curve=P-256'],
    ['HIGH:!RSA:-AES128:ECDH', 'ECDH KeyAgreement'],
    ['aes256-gcm@openssh.com', 'AES keySize=256 mode=GCM'],
    ['SHA-256', ''],
    ['DESede/CBC/PKCS5Padding', ''],
    ['hello world', ''],
  ])('%s', (name, expected) => {
    expect(told(builtin, name)).toBe(expected)
  })
})

describe('names of the extended pack', () => {
  test.each([
    ['HmacSHA256', 'HMAC Mac hash=SHA-256'],
    ['PBKDF2WithHmacSHA256', 'PBKDF2 KeyDerivation hash=SHA-256'],
    ['DES-EDE3-CBC', '3DES mode=CBC'],
    ['SHA512/256', 'SHA-2 Digest hash=SHA-512/256 parameterSet=SHA-512/256'],
    ['chacha20-poly1305', 'ChaCha20 keySize=256 mode=Poly1305'],
    ['ML-KEM-768', 'ML-KEM KeyEncapsulation parameterSet=ML-KEM-768'],
    ['X25519', 'X25519 KeyAgreement curve=X25519'],
    ['SLH-DSA-SHA2-128s', 'SLH-DSA Signature parameterSet=SLH-DSA-SHA2-128s'],
  ])('%s', (name, expected) => {
    expect(told(extended, name)).toBe(expected)
  })
})

test('any text is read', () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => Array.isArray(extended.read(text))))
})
