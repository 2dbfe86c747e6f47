import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fact } from '../fact.ts'
import { describeCipherList } from './cipher-list.ts'
import { describeSuite } from './suites.ts'

function told(facts: readonly Fact[] | undefined): string | undefined {
  return facts
    ?.map(({ algorithm, role, keySize, mode, hash, confidence }) =>
      [algorithm, role, keySize, mode, hash, confidence].filter(Boolean).join(' '),
    )
    .join('; ')
}

describe('suites', () => {
  test.each([
    ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDH KeyAgreement; RSA Signature; AES Encryption 128 GCM'],
    [
      'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384',
      'ECDH KeyAgreement; ECDSA Signature; AES Encryption 256 CBC; HMAC Mac SHA384',
    ],
    ['TLS_AES_256_GCM_SHA384', 'AES Encryption 256 GCM'],
    ['TLS_AES_128_CCM_8_SHA256', 'AES Encryption 128 CCM'],
    ['TLS_CHACHA20_POLY1305_SHA256', 'ChaCha20 Encryption 256 Poly1305'],
    ['TLS_RSA_WITH_AES_128_CBC_SHA', 'RSA KeyEncapsulation; AES Encryption 128 CBC; HMAC Mac SHA1'],
    ['SSL_RSA_WITH_3DES_EDE_CBC_SHA', 'RSA KeyEncapsulation; 3DES Encryption CBC; HMAC Mac SHA1'],
    ['AES256-SHA', 'RSA KeyEncapsulation; AES Encryption 256 CBC; HMAC Mac SHA1'],
    ['DHE-DSS-AES128-SHA', 'DH KeyAgreement; DSA Signature; AES Encryption 128 CBC; HMAC Mac SHA1'],
    ['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDH KeyAgreement; ECDSA Signature; ChaCha20 Encryption 256 Poly1305'],
    ['TLS_DH_anon_WITH_AES_128_CBC_SHA', 'DH KeyAgreement; AES Encryption 128 CBC; HMAC Mac SHA1'],
    ['TLS_PSK_WITH_AES_128_GCM_SHA256', 'AES Encryption 128 GCM'],
    ['TLS_ECDHE_RSA_WITH_NULL_SHA', 'ECDH KeyAgreement; RSA Signature; HMAC Mac SHA1'],
    ['TLS-ECDHE-RSA-WITH-AES-256-GCM-SHA384', 'ECDH KeyAgreement; RSA Signature; AES Encryption 256 GCM'],
    ['AES-256-GCM', undefined],
    ['CHACHA20-POLY1305', undefined],
    ['aes256-ctr', undefined],
    ['ECDHE-RSA', undefined],
    ['TLS_FALLBACK_SCSV', undefined],
    ['some-other-name', undefined],
  ])('%s', (name, expected) => {
    expect(told(describeSuite(name))).toBe(expected)
  })
})

describe('lists', () => {
  const group = 'ECDH KeyAgreement Low; RSA Signature Low; ECDSA Signature Low; AES Encryption Low'
  test.each([
    ['HIGH:!aNULL:!MD5', group],
    ['DEFAULT@SECLEVEL=2', group],
    ['HIGH:!AES:!ECDSA', 'ECDH KeyAgreement Low; RSA Signature Low'],
    ['!RSA:!aNULL', ''],
    ['AES128-SHA:!kRSA', 'AES Encryption 128 CBC; HMAC Mac SHA1'],
    ['AES256:-AES256', ''],
    ['-AES256:AES256', 'AES Encryption 256'],
    ['+RC4:AES128', 'AES Encryption 128'],
    ['EECDH+AESGCM', 'ECDH KeyAgreement; AES Encryption GCM'],
    ['AES256+AESGCM', 'AES Encryption 256 GCM'],
    ['kEECDH:aECDSA', 'ECDH KeyAgreement; ECDSA Signature'],
    ['SUITEB192', 'ECDH KeyAgreement Low; ECDSA Signature Low; AES Encryption 256 GCM Low'],
    [
      '[ECDHE-ECDSA-AES128-GCM-SHA256|ECDHE-ECDSA-CHACHA20-POLY1305]',
      'ECDH KeyAgreement; ECDSA Signature; AES Encryption 128 GCM; ChaCha20 Encryption 256 Poly1305',
    ],
    ['aes256-gcm@openssh.com', 'aes256-gcm@openssh.com Encryption'],
    ['high', ''],
    ['', ''],
  ])('%s', (list, expected) => {
    expect(told(describeCipherList(list))).toBe(expected)
  })

  test('any text is read', () => {
    const word = fc.constantFrom('AES128', '!', '+', '-', ':', 'ECDHE-RSA-', 'SHA256', '@', 'HIGH')
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 10 })), { maxLength: 30 }), (parts) =>
        Array.isArray(describeCipherList(parts.join(''))),
      ),
    )
  })
})
