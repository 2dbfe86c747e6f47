import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fact } from '../fact.ts'
import { describeDerFile } from './der-file.ts'
import { describeDer } from './key-structures.ts'
import { describeOpenSshKey } from './open-ssh.ts'
import { describePem } from './pem.ts'

/** Holds one certificate on P-384, and no key; made with OpenSSL 3. */
const PKCS12 =
  'MIIC5wIBAzCCAp0GCSqGSIb3DQEHAaCCAo4EggKKMIIChjCCAoIGCSqGSIb3DQEHBqCCAnMwggJvAgEAMIICaAYJKoZIhvcNAQcBMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjbrWxu06iDWQICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEBbzKH0v6ggyNtgvAJp62h6AggIAGJtX0hU+Oku0b002m++fA40lXJeW+WWEFdY0pe+1BI8bPE42s1YttoFW1n9YlyGCy0PiqUFx5KXhO7H1g7GyFXJG2XwQvcCZQLvG2QSjdA+4Hf6LZUYX8PYeV+c0gSwTUcoIEwR/FZbSUaOaGdm+M9LO0U2LYc0gqQWru5q2sCpAuXds/eoiIz2lGX/5uXxykNJ0saysna6+9TaZKhwGCAXBsSGqlNZ8Kb0zySgahmP+juPsBEhilU30ekfW5s8kGPMJ3c9+beKGwMI772mUEQXMyNDcSyz8EcqsMuF8IS2BWS1wq6UQ3RcVjl0Ee3M4gOXMJDjXohPaj6ZRfFVIr3vp+xrQdCYr7qgzGDXSqqBpbTunAxWGBfhAxB+9sN4SjoF5tc4G0syaAUQh8tcHlEjFpXbS6mEI5IKpLSyFB5o+xZtqelUrtjkmBTscXkVxY0FIHBeLA33pztYx4wx+mm7J/G3upo6vNHdMGcVBk5SzE8371w8sun/2PyNMhF/RX7Qm11Is64nms6TEEaIiG6mQOdjyD+9P32NMD3G0FeKtad+pMgY7CQJPYNaPvwabaZn/PXLRwMDG/APJYsnmBc1fsRLd0SmD3bqJagHg2yrGVKoE5OUTBjv8WK2mFis1xoDs920E1kZXa7gRqJCNHFAU3Fx5dUOBZjjWg+F168MwQTAxMA0GCWCGSAFlAwQCAQUABCAdSyazy37SZwvAvehqGtDRTPdJYd7/AXBDEwroQguTBwQI9QM7ctPxnIkCAggA'
/** The same in a key store of Java's own kind; made with keytool. */
const JKS =
  '/u3+7QAAAAIAAAABAAAAAgABeAAAAaH8911NAAVYLjUwOQAAAcUwggHBMIIBRqADAgECAhQ+kpuKXK0VNozKsXUK/BRDYWWxDTAKBggqhkjOPQQDAzAXMRUwEwYDVQQDDAxleGFtcGxlLnRlc3QwHhcNMjYxMTIxMDcwNjQyWhcNMzYxMTE4MDcwNjQyWjAXMRUwEwYDVQQDDAxleGFtcGxlLnRlc3QwdjAQBgcqhkjOPQIBBgUrgQQAIgNiAARP5Th3omtNBCELu4VdHGCaBrS0NNUAohxDIIIA04KRjnJJ4arkjQtSGfjL37cjkGVwv65jnPUgq7Mo1BcJBKVQMS/fMQ9/Z8HgllDhW757eWPno5utDqUt0p9SMonaA72jUzBRMB0GA1UdDgQWBBSULO4eE/QvZezarf5iu3TeZYCDRTAfBgNVHSMEGDAWgBSULO4eE/QvZezarf5iu3TeZYCDRTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMDA2kAMGYCMQDCQWW1rnkC3KGj27hTOv3EjRDF7Q5BDVq8BqAAz/W0qwFJxAUpEuNJtxaC2Ial64UCMQCw7OeCfnS88u3uAN+20aYgKFtDma0kW07u2bqePvIYH8ozMq/rxoqApLzYKKF2brp/DiFMJZEd/HeB1oM1NiynRA2XsQ=='
/** A public key on P-256; made with GnuPG. */
const OPEN_PGP =
  'mFIEawFDBxMIKoZIzj0DAQcCAwSMWcQkUwgu0mUajb29FU99Y2anzuDX2hrd8K9Ze3l6tmqJj+X+n2NaCqxM1jzqdjHFHdChsKQmJc/W5YdZi+K/tAhjQGIudGVzdIiWBBMTCAA+FiEEyYy5v7/GqVIjJXW6rGZY0hOkd4sFAmsBQwcCGwMFCQPCZwAFCwkIBwIGFQoJCAsCBBYCAwECHgECF4AACgkQrGZY0hOkd4tTmgD8DmTgBHOXdmP2BfRcQ9ATu/fRGpLky/B7ONhZsbwEr5sBAJDwmn/McyiNz8d5/T+KB3FxVPVtAV8KjAOUIsiorUky'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const explicit = generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' })
const ed25519 = generateKeyPairSync('ed25519')
const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })

function told(facts: readonly Fact[]): string {
  return facts
    .map(({ algorithm, role, keySize, curve, hash }) =>
      [algorithm, role, keySize, curve, hash].filter(Boolean).join(' '),
    )
    .join('; ')
}

describe('keys in DER', () => {
  test.each([
    ['PKCS #1', rsa.privateKey.export({ format: 'der', type: 'pkcs1' }), 'RSA KeyMaterial 2048'],
    ['PKCS #1, public', rsa.publicKey.export({ format: 'der', type: 'pkcs1' }), 'RSA KeyMaterial 2048'],
    ['PKCS #8', rsa.privateKey.export({ format: 'der', type: 'pkcs8' }), '1.2.840.113549.1.1.1 KeyMaterial 2048'],
    ['SPKI', rsa.publicKey.export({ format: 'der', type: 'spki' }), '1.2.840.113549.1.1.1 KeyMaterial 2048'],
    ['SEC 1', p384.privateKey.export({ format: 'der', type: 'sec1' }), 'EC KeyMaterial 1.3.132.0.34'],
    [
      'EC, PKCS #8',
      p384.privateKey.export({ format: 'der', type: 'pkcs8' }),
      '1.2.840.10045.2.1 KeyMaterial 1.3.132.0.34',
    ],
    ['EC, SPKI', p384.publicKey.export({ format: 'der', type: 'spki' }), '1.2.840.10045.2.1 KeyMaterial 1.3.132.0.34'],
    [
      'explicit parameters',
      explicit.publicKey.export({ format: 'der', type: 'spki' }),
      '1.2.840.10045.2.1 KeyMaterial 256',
    ],
    ['Ed25519', ed25519.privateKey.export({ format: 'der', type: 'pkcs8' }), '1.3.101.112 KeyMaterial'],
    ['DSA', dsa.publicKey.export({ format: 'der', type: 'spki' }), '1.2.840.10040.4.1 KeyMaterial 1024'],
    [
      'an encrypted key',
      rsa.privateKey.export({ format: 'der', type: 'pkcs8', cipher: 'aes-192-cbc', passphrase: 'x' }),
      '2.16.840.1.101.3.4.1.22 Encryption; 1.2.840.113549.1.5.12 KeyDerivation 1.2.840.113549.2.9',
    ],
    ['nothing', Buffer.alloc(0), ''],
    ['a sequence that is too long', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 0x02, 0x01, 0x00]), ''],
    ['an indefinite length', Buffer.from([0x30, 0x80, 0x02, 0x01, 0x00, 0x00, 0x00]), ''],
  ])('%s', (_, bytes, expected) => {
    expect(told(describeDer(bytes))).toBe(expected)
  })
})

describe('binary files', () => {
  test.each([
    ['store.p12', PKCS12, ['2.16.840.1.101.3.4.1.42', '1.2.840.113549.1.5.12', 'HMAC']],
    ['trust.jks', JKS, ['1.2.840.10045.2.1']],
    ['key.gpg', OPEN_PGP, ['ECDSA']],
  ])('%s', (name, encoded, algorithms) => {
    const sightings = describeDerFile(Buffer.from(encoded, 'base64'), `keys/${name}`)
    const found = sightings.flatMap(({ attributes }) => attributes.algorithm ?? [])
    expect(found).toEqual(algorithms.map((v) => ({ t: 'str', v })))
    expect(sightings[0]?.place).toEqual({ line: 1, column: 1, evidence: `${name} (binary)` })
  })
})

describe('keys of OpenSSH', () => {
  const part = (content: Uint8Array | string): Buffer => {
    const bytes = Buffer.from(content)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const one = Buffer.from([0, 0, 0, 1])
  const modulus = Buffer.concat([Buffer.from([0]), Buffer.alloc(384, 0xff)])
  const blobs = {
    rsa: Buffer.concat([part('ssh-rsa'), part(Buffer.from([1, 0, 1])), part(modulus)]),
    ecdsa: Buffer.concat([part('ecdsa-sha2-nistp521'), part('nistp521'), part('x')]),
  }
  const file = (cipher: string, blob: Uint8Array): Buffer =>
    Buffer.concat([
      Buffer.from('openssh-key-v1\0'),
      part(cipher),
      part('bcrypt'),
      part('salt'),
      one,
      part(blob),
      part('secret'),
    ])

  test.each([
    ['in the clear', file('none', blobs.rsa), 'RSA KeyMaterial 3072'],
    ['encrypted', file('aes256-ctr', blobs.ecdsa), 'ecdsa-sha2-nistp521 KeyMaterial; aes256-ctr Encryption'],
    ['cut off', file('none', blobs.rsa).subarray(0, 60), ''],
    ['something else', Buffer.from('openssh-key-v2\0'), ''],
  ])('%s', (_, bytes, expected) => {
    expect(told(describeOpenSshKey(bytes))).toBe(expected)
  })
})

describe('what is broken', () => {
  const whole = [
    rsa.privateKey.export({ format: 'der', type: 'pkcs8' }),
    Buffer.from(PKCS12, 'base64'),
    Buffer.from(JKS, 'base64'),
    Buffer.from(OPEN_PGP, 'base64'),
  ]

  test('any bytes are read', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => Array.isArray(describeDerFile(bytes, 'a.der'))))
  })

  test('bytes that were changed or cut are read', () => {
    const change = fc.record({
      file: fc.constantFrom(...whole),
      at: fc.nat({ max: 2_000 }),
      byte: fc.nat({ max: 255 }),
      cut: fc.nat({ max: 3_000 }),
    })
    fc.assert(
      fc.property(change, ({ file, at, byte, cut }) => {
        const bytes = Uint8Array.from(file)
        bytes[at % bytes.length] = byte
        return Array.isArray(describeDerFile(bytes.subarray(0, 1 + (cut % bytes.length)), 'a.p12'))
      }),
      { numRuns: 500 },
    )
  })

  test('any text around the marks of PEM is read', () => {
    const mark = fc.constantFrom(
      '-----BEGIN RSA PRIVATE KEY-----',
      '-----END RSA PRIVATE KEY-----',
      '\n',
      '\\n',
      '"',
      '+',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(mark, fc.string({ maxLength: 40 })), { maxLength: 20 }), (parts) =>
        Array.isArray(describePem(parts.join(''))),
      ),
    )
  })

  test('values nested without end are not followed', () => {
    let bytes = Buffer.alloc(0)
    for (let i = 0; i < 5_000; i += 1) {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      bytes = Buffer.concat([Buffer.from([0x30, 0x84]), length, bytes])
    }
    expect(describeDer(bytes)).toEqual([])
  })
})
