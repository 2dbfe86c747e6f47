import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCbom } from '../cbom/build-cbom.ts'
import { createEcdsaSigner } from '../cbom/ecdsa-signer.ts'
import { ROLES } from '../model/detection.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { findingsOf } from './findings.ts'
import { assessed, detected } from './testing/sample.ts'

const aes = (keySize: number | undefined, mode = 'GCM') =>
  detected('AES', 'Encryption', { mode, ...(keySize === undefined ? {} : { keySize }) })

describe('a line that says several things of one algorithm', () => {
  it('is one finding, of the gravest, which names the others', async () => {
    const assessment = await assessed([aes(256), aes(undefined), aes(192), aes(128), aes(128)])
    const { count, findings } = findingsOf(assessment)
    expect(count).toBe(1)
    expect(findings[0]).toMatchObject({ algorithm: 'AES', risk: 'Mitigable' })
    expect(findings[0]?.description).toMatch(/^AES-128-GCM .* The line also names (?:AES[\w -]+, ){2}AES[\w -]+\.$/)
    expect(scoreOf(assessment).findingCount).toBe(1)
    expect(cnsaVerdictOf(assessment)).toMatchObject({ verdict: 'NonCompliant', nonCompliant: 1, compliant: 0 })
  })

  it('is several findings where algorithms, roles or lines differ', async () => {
    const key = detected('AES', 'KeyGeneration', { keySize: 256 })
    const signature = detected('RSA', 'Signature')
    const next = { ...aes(256), line: 2 }
    const elsewhere = { ...aes(256), file: 'src/Other.java' }
    expect(findingsOf(await assessed([aes(256), key, signature, next, elsewhere])).count).toBe(5)
  })

  it('takes algorithms of one family for one', async () => {
    const digests = [detected('SHA-256', 'Digest'), detected('SHA-512', 'Digest')]
    expect(findingsOf(await assessed(digests, ['extended'])).findings).toMatchObject([
      { algorithm: 'SHA-2', risk: 'Mitigable' },
    ])
  })

  it('has one asset for each locationalId in a bill of materials', async () => {
    const assessment = await assessed([aes(256), aes(128), aes(128), { ...aes(128), column: 40 }])
    const { assets } = buildCbom(assessment, { signer: createEcdsaSigner(), generatedAt: new Date(0) })
    expect(assets.map(({ parameters }) => parameters.keySize).sort()).toEqual([128, 256])
    expect(new Set(assets.map(({ locationalId }) => locationalId)).size).toBe(2)
  })

  it('never gives two findings of one algorithm and role, whatever was detected', async () => {
    const detection = fc
      .record({
        algorithm: fc.constantFrom('AES', 'RSA', 'ECDSA'),
        role: fc.constantFrom(...ROLES.slice(0, 4)),
        keySize: fc.constantFrom(128, 192, 256, 2_048),
        line: fc.integer({ min: 1, max: 3 }),
        column: fc.integer({ min: 1, max: 3 }),
      })
      .map(({ algorithm, role, keySize, ...place }) => detected(algorithm, role, { keySize }, place))
    await fc.assert(
      fc.asyncProperty(fc.array(detection, { maxLength: 40 }), async (detections) => {
        const assessment = await assessed(detections)
        const { findings, count, product, test } = findingsOf(assessment)
        const keys = findings.map(({ location, line, algorithm, role }) => `${location}:${line} ${algorithm} ${role}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(keys)).toEqual(
          new Set(detections.map(({ file, line, algorithm, role }) => `${file}:${line} ${algorithm} ${role}`)),
        )
        expect(product.count + test.count).toBe(count)
        const { assets } = buildCbom(assessment, { signer: createEcdsaSigner(), generatedAt: new Date(0) })
        expect(new Set(assets.map(({ locationalId }) => locationalId)).size).toBe(assets.length)
      }),
      { numRuns: 30 },
    )
  })
})
