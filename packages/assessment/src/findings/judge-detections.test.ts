import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RiskLevel, Verdict } from '../model/assessment.ts'
import type { Parameters, Role } from '../model/detection.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { variantName } from '../verdict/gap-group.ts'
import { findingsOf } from './findings.ts'
import { logicalIdOf } from './logical-id.ts'
import { assessed, detected, SAMPLE } from './testing/sample.ts'

/** As /cnsa2 in NSA's documents and the issue say; the last column is the NIST security strength category. */
const builtin: [string, Role, Parameters, RiskLevel, Verdict, number | undefined][] = [
  ['RSA', 'Signature', { keySize: 1024 }, 'QuantumBroken', 'NonCompliant', 0],
  ['RSA', 'Signature', { keySize: 2048 }, 'QuantumBroken', 'NonCompliant', 0],
  ['RSA', 'Encryption', { keySize: 3072 }, 'QuantumBroken', 'NonCompliant', 0],
  ['RSA', 'Encryption', { keySize: 16384 }, 'QuantumBroken', 'NonCompliant', 0],
  ['RSA', 'KeyGeneration', {}, 'QuantumBroken', 'NonCompliant', 0],
  ['ECDSA', 'Signature', { curve: 'P-256' }, 'QuantumBroken', 'NonCompliant', 0],
  ['ECDSA', 'Signature', { curve: 'P-521' }, 'QuantumBroken', 'NonCompliant', 0],
  ['ECDSA', 'Signature', { curve: 'never heard of' }, 'QuantumBroken', 'NonCompliant', 0],
  ['ECDH', 'KeyAgreement', { curve: 'P-384' }, 'QuantumBroken', 'NonCompliant', 0],
  ['ECDH', 'Protocol', {}, 'QuantumBroken', 'NonCompliant', 0],
  ['AES', 'Encryption', { keySize: 128 }, 'Mitigable', 'NonCompliant', 1],
  ['AES', 'Encryption', { keySize: 192 }, 'Mitigable', 'NonCompliant', 3],
  ['AES', 'Encryption', { keySize: 256, mode: 'GCM' }, 'QuantumSafe', 'Compliant', 5],
  ['AES', 'Encryption', {}, 'Mitigable', 'Indeterminate', undefined],
  ['AES', 'Encryption', { keySize: 64 }, 'Mitigable', 'Indeterminate', undefined],
  ['AES', 'Encryption', { keySize: 512 }, 'Mitigable', 'Indeterminate', undefined],
]

const extended: [string, Role, Parameters, RiskLevel, Verdict][] = [
  ['DSA', 'Signature', { keySize: 2048 }, 'QuantumBroken', 'NonCompliant'],
  ['DHE', 'KeyAgreement', {}, 'QuantumBroken', 'NonCompliant'],
  ['EdDSA', 'Signature', { curve: 'Ed25519' }, 'QuantumBroken', 'NonCompliant'],
  ['X25519', 'KeyAgreement', {}, 'QuantumBroken', 'NonCompliant'],
  ['3DES', 'Encryption', {}, 'QuantumVulnerable', 'NonCompliant'],
  ['MD5', 'Digest', {}, 'QuantumVulnerable', 'NonCompliant'],
  ['SHA-2', 'Digest', { hash: 'SHA-256' }, 'Mitigable', 'NonCompliant'],
  ['SHA-256', 'Digest', {}, 'Mitigable', 'NonCompliant'],
  ['SHA-2', 'Digest', { parameterSet: 'SHA-384' }, 'QuantumSafe', 'Compliant'],
  ['SHA512', 'Digest', {}, 'QuantumSafe', 'Compliant'],
  ['SHA-2', 'Digest', {}, 'Mitigable', 'Indeterminate'],
  ['SHA-3', 'Digest', {}, 'Mitigable', 'NonCompliant'],
  ['SHA-3', 'Digest', { parameterSet: 'SHA3-512' }, 'QuantumSafe', 'NonCompliant'],
  ['HMAC', 'Mac', { hash: 'SHA-384' }, 'QuantumSafe', 'Compliant'],
  ['HMAC', 'Mac', { hash: 'SHA-1' }, 'QuantumVulnerable', 'NonCompliant'],
  ['ChaCha20-Poly1305', 'Encryption', {}, 'QuantumSafe', 'NonCompliant'],
  ['ML-KEM', 'KeyEncapsulation', { parameterSet: 'ML-KEM-1024' }, 'QuantumSafe', 'Compliant'],
  ['ML-KEM', 'KeyEncapsulation', { parameterSet: 'ML-KEM-768' }, 'QuantumSafe', 'NonCompliant'],
  ['ML-DSA-87', 'Signature', {}, 'QuantumSafe', 'Compliant'],
  ['ML-DSA', 'Signature', { parameterSet: 'ML-DSA-44' }, 'QuantumSafe', 'NonCompliant'],
  ['Kyber1024', 'KeyEncapsulation', {}, 'QuantumSafe', 'NonCompliant'],
  ['Kyber', 'KeyEncapsulation', {}, 'QuantumSafe', 'NonCompliant'],
  ['Dilithium5', 'Signature', {}, 'QuantumSafe', 'NonCompliant'],
  ['SLH-DSA', 'Signature', {}, 'QuantumSafe', 'NonCompliant'],
  ['LMS', 'Signature', {}, 'QuantumSafe', 'Indeterminate'],
  ['XMSS', 'Signature', {}, 'QuantumSafe', 'Indeterminate'],
  ['HSS', 'Signature', {}, 'QuantumSafe', 'NonCompliant'],
  ['XMSS', 'Signature', { parameterSet: 'XMSS^MT' }, 'QuantumSafe', 'NonCompliant'],
  ['X25519MLKEM768', 'KeyAgreement', {}, 'QuantumSafe', 'NonCompliant'],
]

describe('assess', () => {
  it.each(builtin)('judges %s %s %j as %s, %s', async (algorithm, role, parameters, risk, cnsa2, level) => {
    const { assets } = await assessed([detected(algorithm, role, parameters)])
    expect(assets[0]?.judgement).toMatchObject({ risk, cnsa2 })
    expect(assets[0]?.judgement.nistQuantumLevel).toBe(level)
  })

  it.each(extended)(
    'judges %s %s %j as %s, %s with the extended pack',
    async (algorithm, role, parameters, risk, cnsa2) => {
      const { assets, unassessed } = await assessed([detected(algorithm, role, parameters)], ['extended'])
      expect(unassessed).toEqual([])
      expect(assets[0]?.judgement).toMatchObject({ risk, cnsa2 })
    },
  )

  it('names what no pack describes, and leaves it out of everything else', async () => {
    const assessment = await assessed([detected('DSA', 'Signature'), detected('AES', 'Encryption', { keySize: 256 })])
    expect(assessment.unassessed).toEqual([{ algorithm: 'DSA', count: 1 }])
    expect((await findingsOf(assessment)).count).toBe(1)
    expect(cnsaVerdictOf(assessment).verdict).toBe('Compliant')
  })

  it('gives the findings of the specification, by file and line', async () => {
    const summary = await findingsOf(await assessed(SAMPLE))
    expect(summary).toMatchObject({ count: 11, quantumBroken: 7, quantumVulnerable: 0, mitigable: 2, quantumSafe: 2 })
    const places = summary.findings.map(({ location, line }) => `${location}:${line}`)
    expect(places.toSorted((a, b) => (a < b ? -1 : 1))[0]).toBe(places[0])
    expect(summary.findings.find(({ location }) => location === 'src/Seal.java')).toEqual({
      algorithm: 'RSA',
      role: 'Encryption',
      risk: 'QuantumBroken',
      confidence: 'High',
      location: 'src/Seal.java',
      line: 7,
      description: expect.stringMatching(/^RSA-4096 encryption \(OAEP\)\. Shor's algorithm/),
      part: 'product',
      code: 'code',
      replacement: { target: 'ML-KEM-1024', exclusiveBy: 2033 },
    })
  })

  it('says what is weak beside the quantum risk, and what is only tested', async () => {
    const { findings } = await findingsOf(
      await assessed([detected('AES', 'Encryption', { keySize: 256, mode: 'ECB' }, { setting: 'test' })]),
    )
    expect(findings[0]?.description).toMatch(/ECB mode shows.*Only in test code\.$/)
  })

  it.each([
    ['default', /AES-256 encryption\. The size is what the library takes by itself\. Grover/],
    ['half', /AES-256 encryption\. The mode takes two keys in one; the size is that of each\. Grover/],
    ['name', /^AES-256 encryption\. Grover/],
    [
      'configured',
      /AES-256 encryption\. The size is the default of a configuration value, or of what callers may pass\./,
    ],
  ] as const)('says where a size comes from that is no number at the place: %s', async (keySizeFrom, expected) => {
    const aes = detected('AES', 'Encryption', { keySize: 256 }, { keySizeFrom })
    expect(findingsOf(await assessed([aes])).findings[0]?.description).toMatch(expected)
  })

  it('says that a size was left out which the algorithm cannot have', async () => {
    const aes = detected('AES', 'Encryption', {}, { keySizeFrom: 'impossible' })
    const { findings } = findingsOf(await assessed([aes, detected('AES', 'Encryption', {}, { line: 2 })]))
    expect(findings[0]?.description).toMatch(/a size that this algorithm cannot have/)
    expect(findings[1]?.description).not.toMatch(/a size that this algorithm cannot have/)
  })

  it.each([
    ['several', /keys of several sizes/],
    ['open', /also gives a size that the scan cannot tell/],
  ] as const)('says why no size is said: %s', async (keySizeFrom, expected) => {
    const { findings } = findingsOf(await assessed([detected('AES', 'Encryption', {}, { keySizeFrom })]))
    expect(findings[0]?.description).toMatch(expected)
  })

  it('says that an algorithm is the default of a setting, and only where it is', async () => {
    const told = detected('AES', 'Encryption', { keySize: 256 }, { line: 2 })
    const aes = detected('AES', 'Encryption', { keySize: 256 }, { isConfigured: true })
    const { findings } = findingsOf(await assessed([aes, told]))
    expect(findings[0]?.description).toMatch(/^AES-256 encryption\. The algorithm is the default of a configuration/)
    expect(findings[1]?.description).not.toMatch(/configuration/)
  })

  it('names what an encryption goes without', async () => {
    const raw = detected('RSA', 'Encryption', { mode: 'ECB', padding: 'None', library: 'JCA' })
    const { findings } = await findingsOf(await assessed([raw]))
    expect(findings[0]?.description).toMatch(/^RSA ?.* encryption \(no padding, JCA\)\./)
  })

  it('keeps findings, in one order, whatever the order of the detections', async () => {
    const reference = await findingsOf(await assessed(SAMPLE))
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...SAMPLE], { minLength: SAMPLE.length }), async (shuffled) => {
        expect(await findingsOf(await assessed(shuffled))).toEqual(reference)
      }),
      { numRuns: 20 },
    )
  })

  it('sorts and keeps thousands of findings', async () => {
    const many = Array.from({ length: 5_003 }, (_, index) =>
      detected('RSA', 'Signature', {}, { file: `f${(index * 7_919) % 5_003}`, line: 1 }),
    )
    const { findings } = await findingsOf(await assessed(many))
    expect(findings.map(({ location }) => location)).toEqual(many.map(({ file }) => file).sort())
  })

  it('takes what hostile code puts into names and parameters', async () => {
    const hostile = detected('RSA', 'Signature', { library: `\ud800${'x'.repeat(10_000)}` }, { file: 'a\udfff.js' })
    const { assets, uses } = await assessed([hostile])
    expect(assets[0]?.parameters.library).toHaveLength(200)
    expect(uses[0]?.detection.file).toBe('a\ufffd.js')
  })
})

describe('logicalIdOf', () => {
  it('is the same for the same use wherever it stands and in whatever order its parameters come', async () => {
    const { assets } = await assessed([
      detected('AES', 'Encryption', { keySize: 256, mode: 'GCM' }),
      detected('AES', 'Encryption', { mode: 'GCM', keySize: 256 }, { file: 'other', line: 9 }),
    ])
    expect(assets).toHaveLength(1)
    // Fixed for good: it stands in CBOMs that others keep.
    expect(assets[0]?.logicalId).toBe('aes-encryption-09eac6c976337b65')
  })

  it.each([
    { algorithm: 'AES', role: 'Encryption', parameters: { keySize: 128, mode: 'GCM' } },
    { algorithm: 'AES', role: 'KeyGeneration', parameters: { keySize: 256, mode: 'GCM' } },
    { algorithm: 'RSA', role: 'Encryption', parameters: { keySize: 256, mode: 'GCM' } },
  ] as const)('differs for %j', (other) => {
    const one = { algorithm: 'AES', role: 'Encryption', parameters: { keySize: 256, mode: 'GCM' } } as const
    expect(logicalIdOf(other)).not.toBe(logicalIdOf(one))
    expect(logicalIdOf(other)).not.toContain(':')
  })
})

describe('variantName', () => {
  it.each([
    ['RSA', { keySize: 2048 }, 'RSA-2048'],
    ['AES', { keySize: 256, mode: 'GCM' }, 'AES-256-GCM'],
    ['AES', { mode: 'ECB' }, 'AES ECB'],
    ['ECDH', { curve: 'P-256', keySize: 256 }, 'ECDH P-256'],
    ['X25519', { curve: 'X25519' }, 'X25519'],
    ['SHA-2', { parameterSet: 'SHA-384' }, 'SHA-384'],
    ['SHA-2', { hash: 'SHA-256' }, 'SHA-256'],
    ['ML-KEM', { parameterSet: 'ML-KEM-768' }, 'ML-KEM-768'],
    ['DH', { parameterSet: 'ffdhe2048', keySize: 2048 }, 'DH ffdhe2048'],
    ['HMAC', { hash: 'SHA-256' }, 'HMAC with SHA-256'],
    ['RSA', {}, 'RSA'],
  ])('names %s %j', (algorithm, parameters, expected) => {
    expect(variantName({ algorithm, parameters })).toBe(expected)
  })
})
