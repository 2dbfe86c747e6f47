import { CYCLONEDX_VERSIONS, type CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import { describe, expect, it } from 'vitest'
import { assessed, detected, SAMPLE } from '../findings/testing/sample.ts'
import type { Detection } from '../model/detection.ts'
import { toCycloneDx } from './cyclonedx.ts'

const generatedAt = new Date('2026-01-31T12:00:00.000Z')

interface Part {
  readonly 'bom-ref': string
  readonly name: string
  readonly cryptoProperties: Readonly<Record<string, unknown>> & { readonly assetType: string; readonly oid?: string }
  readonly evidence?: { readonly occurrences: readonly unknown[] }
}

interface Bom {
  readonly components: readonly Part[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

async function bomOf(detections: readonly Detection[], specVersion: CycloneDxVersion): Promise<Bom> {
  const bom = toCycloneDx(await assessed(detections, ['extended']), { specVersion, generatedAt })
  return JSON.parse(JSON.stringify(bom))
}

/** The properties of the only component of this type. */
async function only(assetType: string, detection: Detection, version: CycloneDxVersion = '1.6') {
  const { components } = await bomOf([detection], version)
  const found = components.filter(({ cryptoProperties }) => cryptoProperties.assetType === assetType)
  expect(found).toHaveLength(1)
  return found[0]!.cryptoProperties
}

/** Every reference in a document. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? [] : references(one)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'cryptoRefArray' || name === 'dependsOn' || name === 'algorithms') return member as string[]
    return /(?:^ref|Ref)$/.test(name) && typeof member === 'string' ? [member] : references(member)
  })
}

describe.each(CYCLONEDX_VERSIONS)('the parts of CycloneDX %s', (version) => {
  it('refer to each other, and to nothing that is not there', async () => {
    const suite = { evidence: 'ssl_ciphers TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', line: 9, file: 'nginx.conf' }
    const tls = detected('AES', 'Encryption', { keySize: 128, mode: 'GCM', protocol: 'TLS' }, suite)
    const bom = await bomOf([...SAMPLE, tls, detected('RSA', 'Certificate', { hash: 'SHA-256' })], version)
    const there = new Set([...bom.components.map((part) => part['bom-ref']), 'project'])
    expect(there.size).toBe(bom.components.length + 1)
    const named = references(bom)
    expect(named.length).toBeGreaterThan(SAMPLE.length)
    expect(named.filter((ref) => !there.has(ref))).toEqual([])
    // The project reaches every component.
    const reached = new Set(named)
    expect([...there].filter((ref) => ref !== 'project' && !reached.has(ref))).toEqual([])
  })

  it('have each line once in the occurrences of a use', async () => {
    const [first] = SAMPLE
    const { components } = await bomOf([first!, { ...first!, column: 40 }, { ...first!, line: 2 }], version)
    expect(components.map(({ evidence }) => evidence?.occurrences.length)).toEqual([2])
  })

  it.each([
    ['TLS 1.2', 'tls', '1.2'],
    ['TLS', 'tls', undefined],
    ['SSH', 'ssh', undefined],
    ['SSL 3.0', 'other', '3.0'],
    ['DTLS 1.2', version === '1.6' ? 'other' : 'dtls', '1.2'],
    ['HPKE', 'other', undefined],
    ['<b>', 'other', undefined],
  ])('have %s as a protocol', async (protocol, type, number) => {
    const use = detected('ECDH', 'Protocol', { curve: 'P-256', protocol })
    const { protocolProperties } = await only('protocol', use, version)
    expect(protocolProperties).toMatchObject({ type, ...(number === undefined ? {} : { version: number }) })
    expect(Object.hasOwn(Object(protocolProperties), 'version')).toBe(number !== undefined)
  })
})

describe('a certificate in CycloneDX', () => {
  const certificate = detected('RSA', 'Certificate', { keySize: 2048, hash: 'SHA-256', library: 'X.509' })

  it('is one, with its key, the algorithm of that, and what it is signed with', async () => {
    const { components } = await bomOf([certificate], '1.6')
    const [main, algorithm, key, signature] = components
    expect(components).toHaveLength(4)
    expect(main?.cryptoProperties).toEqual({
      assetType: 'certificate',
      certificateProperties: {
        certificateFormat: 'X.509',
        subjectPublicKeyRef: key?.['bom-ref'],
        signatureAlgorithmRef: signature?.['bom-ref'],
      },
    })
    expect(key?.cryptoProperties).toEqual({
      assetType: 'related-crypto-material',
      relatedCryptoMaterialProperties: { type: 'public-key', size: 2048, algorithmRef: algorithm?.['bom-ref'] },
    })
    expect(algorithm).toMatchObject({ name: 'RSA-2048', cryptoProperties: { oid: '1.2.840.113549.1.1.1' } })
    expect(signature).toMatchObject({
      name: 'RSA with SHA-256',
      cryptoProperties: { assetType: 'algorithm', algorithmProperties: { cryptoFunctions: ['sign', 'verify'] } },
    })
    // PKCS #1 v1.5 or PSS: the certificate's finding does not say.
    expect(signature?.cryptoProperties).not.toHaveProperty('oid')
  })

  it('has no format and no signature where the code says none', async () => {
    const made = detected('ECDSA', 'Certificate', { curve: 'P-256', library: 'pyca/cryptography' })
    const { certificateProperties } = await only('certificate', made)
    expect(certificateProperties).toEqual({ subjectPublicKeyRef: expect.stringMatching(/\/public-key$/) })
  })

  it('has the references of 1.7 in its list', async () => {
    const { certificateProperties } = await only('certificate', certificate, '1.7')
    expect(certificateProperties).toEqual({
      certificateFormat: 'X.509',
      relatedCryptographicAssets: [
        { type: 'publicKey', ref: expect.stringMatching(/\/public-key$/) },
        { type: 'algorithm', ref: expect.stringMatching(/\/signature-algorithm$/) },
      ],
    })
  })
})

describe('the cipher suites of a protocol', () => {
  it('are those that its lines name, with what of them was found there', async () => {
    const place = { file: 'nginx.conf', line: 3, evidence: 'ssl_ciphers ECDHE-RSA-AES256-GCM-SHA384:HIGH;' }
    const aes = detected('AES', 'Encryption', { keySize: 256, mode: 'GCM', protocol: 'TLS' }, place)
    const ecdh = detected('ECDH', 'KeyAgreement', { protocol: 'TLS' }, place)
    const other = detected('AES', 'Encryption', { keySize: 128, mode: 'GCM', protocol: 'TLS' }, { ...place, line: 9 })
    const { components } = await bomOf([aes, ecdh, { ...other, evidence: 'aes128' }], '1.6')
    const [protocol] = components.filter(({ cryptoProperties }) => cryptoProperties.assetType === 'protocol')
    const refOf = (algorithm: string, size?: string) =>
      components.find(({ name }) => name === `${algorithm}${size ?? ''}`)?.['bom-ref']
    const { cipherSuites } = Object(protocol?.cryptoProperties.protocolProperties)
    expect(cipherSuites).toEqual([
      { name: 'ECDHE-RSA-AES256-GCM-SHA384', algorithms: [refOf('ECDH'), refOf('AES', '-256-GCM')] },
    ])
  })

  it('are none where none is named', async () => {
    const use = detected('ECDH', 'Protocol', { protocol: 'TLS 1.3' }, { evidence: 'ssl_protocols TLSv1.3;' })
    expect(await only('protocol', use)).not.toHaveProperty('protocolProperties.cipherSuites')
  })
})

describe('what the code does not say', () => {
  it.each([
    [{}, undefined],
    [{ padding: 'PSS' }, 'RSASSA-PSS'],
    [{ padding: 'PKCS1v15' }, 'RSASSA-PKCS1'],
  ])('is no padding of a signature: %j', async (parameters, family) => {
    const { algorithmProperties } = await only('algorithm', detected('RSA', 'Signature', parameters), '1.7')
    expect(Object(algorithmProperties).algorithmFamily).toBe(family)
  })

  it('is no function in a protocol but that of an algorithm with one use', async () => {
    const functionsOf = async (algorithm: string) => {
      const { algorithmProperties } = await only('algorithm', detected(algorithm, 'Protocol', { protocol: 'TLS' }))
      return Object(algorithmProperties).cryptoFunctions
    }
    expect(await functionsOf('ECDH')).toEqual(['keyderive'])
    expect(await functionsOf('RSA')).toEqual(['unknown'])
  })
})

describe('object identifiers', () => {
  it.each<[string, Detection, string | undefined]>([
    ['AES-256 in GCM', detected('AES', 'Encryption', { keySize: 256, mode: 'GCM' }), '2.16.840.1.101.3.4.1.46'],
    ['AES in GCM of unknown size', detected('AES', 'Encryption', { mode: 'GCM' }), undefined],
    ['AES-256 without mode', detected('AES', 'Encryption', { keySize: 256 }), undefined],
    ['RSA with PSS', detected('RSA', 'Signature', { padding: 'PSS', hash: 'SHA-512' }), '1.2.840.113549.1.1.10'],
    ['an RSA signature', detected('RSA', 'Signature', { hash: 'SHA-256' }), undefined],
    ['a new RSA key', detected('RSA', 'KeyGeneration'), '1.2.840.113549.1.1.1'],
    ['ECDSA with SHA-384', detected('ECDSA', 'Signature', { hash: 'SHA-384' }), '1.2.840.10045.4.3.3'],
    ['Ed25519', detected('Ed25519', 'Signature'), '1.3.101.112'],
    ['EdDSA of any curve', detected('EdDSA', 'Signature'), undefined],
    ['ML-DSA-87', detected('ML-DSA-87', 'Signature'), '2.16.840.1.101.3.4.3.19'],
    ['SHA-512/256', detected('SHA-512/256', 'Digest'), '2.16.840.1.101.3.4.2.6'],
    ['HMAC with SHA-256', detected('HMAC', 'Mac', { hash: 'SHA-256' }), '1.2.840.113549.2.9'],
  ])('of %s', async (_name, detection, oid) => {
    expect((await only('algorithm', detection)).oid).toBe(oid)
  })
})
