import { describe, expect, it } from 'vitest'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { namedInCall } from './named-in-call.ts'

const { names } = prepareKnowledge(await loadPacks(['extended']))

describe('namedInCall', () => {
  it.each([
    ['a.AesGcmKeyManager.rawAes256GcmTemplate', 'AES', { keySize: 256, mode: 'GCM' }],
    ['a.AES256_SIV', 'AES', { keySize: 256, mode: 'SIV' }],
    ['a.AES128GCMHKDF4KBKeyTemplate', 'AES', { keySize: 128 }],
    ['a.Aes256', 'AES', { keySize: 256 }],
    ['a.Aes256.create', 'AES', {}],
    ['GenerateRsa2048', 'RSA', { keySize: 2048 }],
    ['MlKem768', 'ML-KEM', { parameterSet: 'ML-KEM-768' }],
    ['AES_cbc_encrypt', 'AES', { mode: 'CBC' }],
    ['AES_cfb128_encrypt', 'AES', { mode: 'CFB' }],
    ['a.createCipher', 'AES', {}],
    ['', 'AES', {}],
    ['libp2p/crypto.GenerateEd25519Key', 'EdDSA', { curve: 'Ed25519' }],
    ['paramiko.Ed25519Key.from_private_key', 'EdDSA', { curve: 'Ed25519' }],
    ['nacl.signing.SigningKey', 'EdDSA', {}],
    ['gcry.GCRY_MAC_HMAC_SHA512', 'HMAC', { hash: 'SHA-512' }],
    ['Mac.hmacSha384Template', 'HMAC', { hash: 'SHA-384' }],
    ['hmac.sha256.HmacSha256.new', 'HMAC', { hash: 'SHA-256' }],
    ['Algorithm.HMAC512', 'HMAC', { hash: 'SHA-512' }],
    ['pbkdf2_hmac_sha1', 'PBKDF2', { hash: 'SHA-1' }],
    ['passlib.hash.pbkdf2_sha256.using', 'PBKDF2', { hash: 'SHA-256' }],
    ['CC_SHA384', 'SHA-2', { hash: 'SHA-384', parameterSet: 'SHA-384' }],
    ['x509.SHA512WithRSA', 'RSA', { hash: 'SHA-512', padding: 'PKCS1v15' }],
    ['x509.SHA512WithRSAPSS', 'RSA', { hash: 'SHA-512', padding: 'PSS' }],
    ['CKM_SHA256_RSA_PKCS_PSS', 'RSA', { hash: 'SHA-256', padding: 'PSS' }],
    ['CKM_SHA256_RSA_PKCS', 'RSA', { hash: 'SHA-256', padding: 'PKCS1v15' }],
  ])('reads %s', (called, algorithm, expected) => {
    expect(namedInCall(called, algorithm, names)).toEqual(expected)
  })
})
