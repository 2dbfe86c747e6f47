import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact, redactLiterals } from './redact.ts'

describe('what is hidden', () => {
  test.each([
    ['key = "-----BEGIN PRIVATE KEY-----\\nMIIEvQ"', 'key = "-----BEGIN PRIVATE KEY-----…'],
    [
      '"-----BEGIN EC PRIVATE KEY-----\\nMHc\\n-----END EC PRIVATE KEY-----", x',
      '"-----BEGIN EC PRIVATE KEY-----…-----END EC PRIVATE KEY-----", x',
    ],
    ['k = hex("00112233445566778899aabbccddeeff")', 'k = hex("…")'],
    ['decryptionKey="0123456789ABCDEF0123456789ABCDEF"', 'decryptionKey=…'],
    ['b64("q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQ")', 'b64("…")'],
    ['byte[] k = {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08}', 'byte[] k = {…}'],
    ['k = bytes([1, 2, 3, 4, 5, 6, 7, 8, 9])', 'k = bytes([…])'],
    ["k = b'\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08'", "k = b'…'"],
    ['password: hunter2', 'password: …'],
    ['JWT_SECRET=abc', 'JWT_SECRET=…'],
    ['{"kty": "EC", "d": "abc"}', '{"kty": "EC", "d": …}'],
    ['PrivateKey = abcdefgh', 'PrivateKey = …'],
  ])('%s', (line, expected) => {
    expect(redact(line)).toBe(expected)
  })
})

describe('what stays', () => {
  test.each([
    'Cipher.getInstance("AES/CBC/PKCS5Padding")',
    'ssl_ciphers ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384;',
    'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
    'new org.bouncycastle.jcajce.provider.asymmetric.rsa.KeyPairGeneratorSpi()',
    'SecretKeyFactory.getInstance("PBEWithHmacSHA256AndAES_256")',
    'Signature.getInstance("SHA512withRSAandMGF1")',
    '#include <openssl/evp_extra_ciphers_internal.h>',
    'generator.initialize(4096, new SecureRandom())',
    'EVP_CIPHER_CTX_set_key_length(ctx, 32)',
    'privateKey = new RSAPrivateKeySpec(n, d)',
    'ECDH_P256_HKDF_HMAC_SHA256_AES128_GCM',
    'KexAlgorithms sntrup761x25519-sha512@openssh.com,curve25519-sha256',
  ])('%s', (line) => {
    expect(redact(line)).toBe(line)
  })
})

describe('literals of programs', () => {
  const isName = (text: string): boolean => text.includes('AES')
  test.each([
    ['f("AES/CBC/NoPadding", "BC")', 'f("AES/CBC/NoPadding", "BC")'],
    ['f("correct horse", `battery staple`)', 'f("…", `…`)'],
    ["f('a \\' quoted secret', 1)", "f('…', 1)"],
    ['f("never closed, long', 'f("…"'],
    ["fn f<'a>(key: &'a Key)", "fn f<'a>(key: &'a Key)"],
  ])('%s', (line, expected) => {
    expect(redactLiterals(line, isName)).toBe(expected)
  })
})

test('what is encoded never stays', () => {
  const around = fc.constantFrom(['"', '"'], ["'", "'"], ['`', '`'], ['"', ''])
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 90 }), around, (bytes, [before = '', after = '']) => {
      const [hex = '', ...others] = (['hex', 'base64', 'base64url'] as const).map((form) =>
        Buffer.from(bytes).toString(form),
      )
      const quoted = [hex, ...others].map((text) => redactLiterals(redact(`f(${before}${text}${after})`), () => false))
      return !redact(`key: ${hex}`).includes(hex) && quoted.every((shown) => shown.length < 12)
    }),
  )
})
