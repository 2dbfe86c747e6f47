import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIDENCES, type Detection, SETTINGS } from '../model/detection.ts'
import { deadlineClassOf } from '../plan/deadlines.ts'
import { migrationPlanOf } from '../plan/migration-plan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { assessed, detected, SAMPLE } from './testing/sample.ts'

const broken = detected('RSA', 'Signature', { keySize: 2048 })
const safe = detected('AES', 'Encryption', { keySize: 256 })
const mitigable = detected('AES', 'Encryption', { keySize: 128 })
const unknown = detected('AES', 'Encryption')

/** Each on a line of its own. */
function onLines(detections: readonly Detection[]): readonly Detection[] {
  return detections.map((one, i) => ({ ...one, line: i + 1 }))
}

describe('scoreOf', () => {
  it.each<[string, Detection[], number, number]>([
    ['nothing', [], 0, 0],
    ['all safe', [safe, safe], 0, 1],
    ['all broken', [broken, detected('ECDH', 'KeyAgreement')], 1, 2],
    ['half and half', [broken, safe], 0.5, 2],
    ['mitigable', [mitigable], 0.25, 1],
    ['an open question', [unknown], 0.25, 1],
    ['broken of low confidence beside safe', [{ ...broken, confidence: 'Low' }, safe], 0.3333, 2],
    ['broken in tests beside safe', [{ ...broken, setting: 'test' }, safe], 0.2, 2],
  ])('scores %s', async (_name, detections, systemScore, componentCount) => {
    const score = await scoreOf(await assessed(onLines(detections)))
    expect(score).toMatchObject({ systemScore, componentCount, findingCount: detections.length })
  })

  it('is 1 for all that is broken and 0 for all that is safe, whatever the weights', async () => {
    const weights = fc.record({ confidence: fc.constantFrom(...CONFIDENCES), setting: fc.constantFrom(...SETTINGS) })
    await fc.assert(
      fc.asyncProperty(fc.array(weights, { minLength: 1, maxLength: 20 }), async (several) => {
        const of = async (one: Detection) =>
          (await scoreOf(await assessed(onLines(several.map((weight) => ({ ...one, ...weight })))))).systemScore
        expect(await of(broken)).toBe(1)
        expect(await of(safe)).toBe(0)
      }),
      { numRuns: 30 },
    )
  })
})

describe('cnsaVerdictOf', () => {
  it.each<[string, Detection[], string, number, number, number]>([
    ['nothing', [], 'Compliant', 0, 0, 0],
    ['AES-256', [safe, safe], 'Compliant', 2, 0, 0],
    ['an AES key of unknown size', [safe, unknown], 'Indeterminate', 1, 0, 1],
    ['AES-128', [safe, mitigable, unknown], 'NonCompliant', 1, 1, 2],
    ['RSA in a test', [{ ...broken, setting: 'test', confidence: 'Low' }], 'NonCompliant', 0, 1, 1],
  ])('gives the verdict on %s', async (_name, detections, verdict, compliant, nonCompliant, gaps) => {
    const result = cnsaVerdictOf(await assessed(onLines(detections)))
    expect(result).toMatchObject({ verdict, compliant, nonCompliant })
    expect(result.gaps).toHaveLength(gaps)
    expect(result.evidence).toEqual({ profileName: 'CNSA 2.0', profileVersion: '1.0.0' })
  })

  it('says of each gap what it is, where, and what to do by when', async () => {
    const { gaps } = cnsaVerdictOf(await assessed(SAMPLE))
    expect(
      gaps.every(({ gapDescription, recommendedAction }) => gapDescription !== '' && recommendedAction !== ''),
    ).toBe(true)
    expect(gaps).toContainEqual({
      algorithm: 'RSA',
      gapDescription: expect.stringMatching(
        /^RSA-4096 \(1\) for key establishment: 1 finding \(src\/Seal\.java:7\)\. Shor/,
      ),
      recommendedAction: expect.stringMatching(/ML-KEM-1024.*by 2033/),
    })
    expect(gaps).toContainEqual({
      algorithm: 'ECDSA',
      gapDescription: expect.stringContaining('firmware/verify.c:40'),
      recommendedAction: expect.stringMatching(/LMS, XMSS or ML-DSA-87.*by 2030 \(software and firmware signing\)/),
    })
    expect(
      gaps.find(({ gapDescription }) => gapDescription.includes('not determined here'))?.recommendedAction,
    ).toMatch(/Find out the key size/)
  })

  it('has no more gaps than there are kinds of them, however many findings', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      detected('RSA', 'Signature', { keySize: 3_072 + index, library: `l${index}` }, { file: `f${index}` }),
    )
    const { gaps, nonCompliant } = cnsaVerdictOf(await assessed(many))
    expect(nonCompliant).toBe(3_000)
    expect(gaps).toHaveLength(1)
    expect(gaps[0]?.gapDescription.length).toBeLessThan(1_000)
  })
})

describe('migrationPlanOf', () => {
  const test = { setting: 'test' } as const
  it.each<[string, Detection, string, string]>([
    ['RSA that wraps keys', detected('RSA', 'Encryption'), 'Critical', 'ML-KEM-1024'],
    ['ECDH', detected('ECDH', 'KeyAgreement'), 'Critical', 'ML-KEM-1024'],
    ['ECDSA', detected('ECDSA', 'Signature'), 'High', 'ML-DSA-87'],
    ['RSA certificates', detected('RSA', 'Certificate', { keySize: 2048 }), 'High', 'ML-DSA-87'],
    ['RSA with a short key', detected('RSA', 'Signature', { keySize: 1024 }), 'Critical', 'ML-DSA-87'],
    ['RSA for who knows what', detected('RSA', 'KeyGeneration'), 'High', 'ML-DSA-87 or ML-KEM-1024'],
    [
      'firmware signing',
      detected('RSA', 'Signature', {}, { file: 'boot/firmware/sign.c' }),
      'Critical',
      'LMS, XMSS or ML-DSA-87',
    ],
    ['AES of unknown size', detected('AES', 'Encryption'), 'Medium', 'AES-256'],
    ['AES-128', detected('AES', 'Encryption', { keySize: 128 }), 'Low', 'AES-256'],
    ['ECDH in tests', detected('ECDH', 'KeyAgreement', {}, test), 'Medium', 'ML-KEM-1024'],
    ['ECDSA in tests', detected('ECDSA', 'Signature', {}, test), 'Low', 'ML-DSA-87'],
    ['vendored ECDH', detected('ECDH', 'KeyAgreement', {}, { setting: 'vendored' }), 'High', 'ML-KEM-1024'],
    ['doubtful ECDH', detected('ECDH', 'KeyAgreement', {}, { confidence: 'Low' }), 'High', 'ML-KEM-1024'],
  ])('plans %s', async (_name, detection, urgency, target) => {
    const { items } = migrationPlanOf(await assessed([detection]))
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ algorithm: detection.algorithm, urgency, target })
    expect(items[0]?.rationale).toMatch(/Effort: [\d.]+ days? once, [\d.]+ for 1 file\.$/)
  })

  it('has nothing to do where all complies', async () => {
    expect(migrationPlanOf(await assessed([safe]))).toMatchObject({ totalEffortDays: 0, itemCount: 0, items: [] })
  })

  it('adds up, and puts the most urgent first', async () => {
    const { items, itemCount, totalEffortDays } = migrationPlanOf(await assessed(SAMPLE))
    expect(itemCount).toBe(items.length)
    expect(totalEffortDays).toBe(items.reduce((sum, { effortDays }) => sum + effortDays, 0))
    const ranks = items.map(({ urgency }) => ['Critical', 'High', 'Medium', 'Low'].indexOf(urgency))
    expect(ranks).toEqual(ranks.toSorted())
  })

  it.each([
    // 6 days once, 0.5 for each of 20 files, 0.2 for each further one (docs/assessment/effort-model.md).
    [1, 'product', 7],
    [20, 'product', 16],
    [30, 'product', 18],
    [10, 'test', 2],
    [4, 'configuration', 7],
  ] as const)('estimates %i %s files with ECDSA at %i days', async (files, setting, days) => {
    const detections = Array.from({ length: files * 2 }, (_, index) =>
      detected('ECDSA', 'Signature', {}, { file: `f${index % files}`, line: index, setting }),
    )
    expect(migrationPlanOf(await assessed(detections)).totalEffortDays).toBe(days)
  })
})

describe('the profile', () => {
  const stored = [
    detected('Argon2', 'KeyDerivation'),
    detected('bcrypt', 'KeyDerivation'),
    detected('scrypt', 'KeyDerivation'),
    detected('PBKDF2', 'KeyDerivation', { hash: 'SHA-256', library: 'Django' }),
  ]

  it('leaves stored passwords out of the verdict and the plan', async () => {
    const assessment = await assessed([safe, ...stored], ['extended'])
    expect(cnsaVerdictOf(assessment)).toMatchObject({ verdict: 'Compliant', compliant: 1, nonCompliant: 0, gaps: [] })
    expect(migrationPlanOf(assessment).items).toEqual([])
  })

  it('counts a key derived by PBKDF2 after its hash', async () => {
    const derived = detected('PBKDF2', 'KeyDerivation', { hash: 'SHA-256', library: 'hashlib' })
    expect(cnsaVerdictOf(await assessed([derived], ['extended'])).verdict).toBe('NonCompliant')
  })

  it.each(['LMS', 'XMSS'])(
    'allows %s where software is signed, and asks what it signs elsewhere',
    async (algorithm) => {
      const inFirmware = detected(algorithm, 'Signature', {}, { file: 'firmware/sign.c' })
      const elsewhere = detected(algorithm, 'Signature', {}, { file: 'src/sign.c' })
      expect(cnsaVerdictOf(await assessed([inFirmware], ['extended'])).verdict).toBe('Compliant')
      const both = await assessed([inFirmware, elsewhere], ['extended'])
      expect(cnsaVerdictOf(both)).toMatchObject({ verdict: 'Indeterminate', compliant: 1 })
      expect(both.assets.map(({ judgement }) => judgement.cnsa2)).toEqual(['Indeterminate'])
    },
  )

  it.each<[string, Detection, RegExp]>([
    ['key establishment', detected('ECDH', 'KeyAgreement'), /by 2030-12-31 \(Executive Order 14412\)/],
    ['signatures', detected('ECDSA', 'Signature'), /by 2031-12-31 \(Executive Order 14412\)/],
    ['either', detected('RSA', 'Unknown'), /2030-12-31 \(key establishment\) or 2031-12-31 \(signatures\)/],
  ])('says by when federal systems change %s', async (_name, detection, expected) => {
    expect(migrationPlanOf(await assessed([detection])).items[0]?.rationale).toMatch(expected)
  })
})

describe('deadlineClassOf', () => {
  it.each([
    ['tls/server.pem', 'web'],
    ['certs/ca-bundle.crt', 'pki'],
    ['pki/intermediate/one.pem', 'pki'],
    ['src/Scan.java', 'web'],
    ['tools/codesign/release.pem', 'firmware'],
  ])('tells certificates in %s', (file, expected) => {
    const detection = detected('RSA', 'Certificate', {}, { file })
    expect(deadlineClassOf({ role: 'Certificate', purpose: 'signature' }, detection)).toBe(expected)
  })

  it.each([
    ['tools/codesign/Sign.java', 'firmware'],
    ['app/ota/update.c', 'firmware'],
    ['src/Quota.java', 'custom'],
    ['src/rotate.go', 'custom'],
    [`${'a/'.repeat(3_000)}firmware/x.c`, 'firmware'],
  ])('tells signatures in %s', (file, expected) => {
    const detection = detected('RSA', 'Signature', {}, { file })
    expect(deadlineClassOf({ role: 'Signature', purpose: 'signature' }, detection)).toBe(expected)
  })
})
