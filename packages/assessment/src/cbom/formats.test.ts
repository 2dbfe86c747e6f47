import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { CYCLONEDX_VERSIONS, type CycloneDxVersion } from '@sluice/assessment-contract/vocabulary'
import type * as sarif from 'sarif'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { assessed, detected, SAMPLE } from '../findings/testing/sample.ts'
import { canonicalJson } from './canonical-json.ts'
import { toCycloneDx } from './cyclonedx.ts'
import { CYCLONEDX_FAMILIES } from './cyclonedx-families.ts'
import { ellipticCurveOf } from './cyclonedx-names.ts'
import { createEcdsaSigner } from './ecdsa-signer.ts'
import { toSarif } from './sarif.ts'
import type { Log } from './sarif-types.ts'

const generatedAt = new Date('2026-01-31T12:00:00.000Z')
const signer = createEcdsaSigner()
const validators = {
  '1.6': new Validation.JsonStrictValidator(Spec.Version.v1dot6),
  '1.7': new Validation.JsonStrictValidator(Spec.Version.v1dot7),
}
const everyAlgorithm = [
  'DSA',
  'DH',
  'EdDSA',
  'X25519',
  '3DES',
  'RC4',
  'ChaCha20',
  'MD5',
  'SHA-256',
  'SHA-3',
  'HMAC',
  'PBKDF2',
  'scrypt',
  'Argon2',
  'ML-KEM-768',
  'ML-DSA',
  'SLH-DSA',
  'LMS',
  'XMSS',
  'X25519MLKEM768',
  'FN-DSA',
].map((algorithm, index) =>
  detected(algorithm, 'Unknown', { hash: 'SHA-256', mode: 'XTS', padding: 'odd' }, { line: index }),
)
const curves = [
  'P-192',
  'P-256',
  'P-521',
  'secp256k1',
  'secp256r1',
  'prime256v1',
  'brainpoolP384r1',
  'Ed25519',
  'X448',
  'no such curve',
].map((curve) => detected('ECDSA', 'Signature', { curve }))
const hostile = detected(
  'RSA',
  'Signature',
  { library: '<b>', curve: '"', mode: '\u202e' },
  { file: '<x>&"\n%41 #?.js' },
)

async function schemaErrors(bom: unknown, version: CycloneDxVersion): Promise<unknown> {
  return await validators[version].validate(JSON.stringify(bom))
}

describe.each(CYCLONEDX_VERSIONS)('toCycloneDx %s', (specVersion) => {
  it.each([
    ['nothing', [], []],
    ['a sample', SAMPLE, []],
    ['every other algorithm', everyAlgorithm, ['extended']],
    ['every curve', curves, []],
    ['hostile names', [hostile], []],
  ])('is valid under the official schema with %s', async (_name, detections, packs) => {
    const bom = await toCycloneDx(await assessed(detections, packs), { specVersion, generatedAt, signer })
    expect(await schemaErrors(bom, specVersion)).toBeNull()
  })

  it('would show a fault: the validator does refuse', async () => {
    const bom = await toCycloneDx(await assessed(SAMPLE), { specVersion, generatedAt })
    expect(await schemaErrors({ ...bom, serialNumber: 'x' }, specVersion)).not.toBeNull()
  })

  it('has a component for each asset, with its properties and every place', async () => {
    const bom = await toCycloneDx(await assessed([...SAMPLE, { ...SAMPLE[0]!, file: 'b', line: 2 }]), {
      specVersion,
      generatedAt,
    })
    // Of the certificate its key and the key's algorithm, of the key its algorithm, and the protocol.
    expect(bom.components).toHaveLength(SAMPLE.length + 4)
    expect(bom.components).toContainEqual(
      expect.objectContaining({
        type: 'cryptographic-asset',
        'bom-ref': expect.stringMatching(/^rsa-signature-[0-9a-f]{16}$/),
        name: 'RSA-2048',
        cryptoProperties: {
          assetType: 'algorithm',
          algorithmProperties: expect.objectContaining({
            primitive: 'signature',
            parameterSetIdentifier: '2048',
            padding: 'pkcs1v15',
            cryptoFunctions: ['sign', 'verify'],
            classicalSecurityLevel: 112,
            nistQuantumSecurityLevel: 0,
          }),
          oid: '1.2.840.113549.1.1.11',
        },
        evidence: {
          occurrences: [
            expect.objectContaining({ location: 'b', line: 2 }),
            expect.objectContaining({ location: 'src/Main.java', line: 1 }),
          ],
        },
      }),
    )
    const refs = (bom.components as { 'bom-ref': string }[]).map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
  })

  it('is signed in the JSON Signature Format', async () => {
    const bom = await toCycloneDx(await assessed(SAMPLE), { specVersion, generatedAt, signer })
    const { value, ...unsigned } = bom.signature as { value: string; algorithm: string; publicKey: JsonWebKey }
    expect(unsigned.algorithm).toBe('ES384')
    // JSF 0.82: the key stands in the document, the value is what JWA (RFC 7518, 3.4) makes of both coordinates.
    const key = createPublicKey({ key: unsigned.publicKey, format: 'jwk' })
    const holds = (document: object) =>
      verify(
        'sha384',
        Buffer.from(canonicalJson({ ...document, signature: unsigned })),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(value, 'base64url'),
      )
    expect(holds(bom)).toBe(true)
    expect(holds({ ...bom, version: 2 })).toBe(false)
  })
})

describe('the names of CycloneDX 1.7', async () => {
  const entry = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')
  const path = join(dirname(entry), 'res/schema/cryptography-defs.SNAPSHOT.schema.json')
  const { definitions } = JSON.parse(await readFile(path, 'utf8'))

  it('are those of its definitions', () => {
    expect([...CYCLONEDX_FAMILIES].sort()).toEqual([...definitions.algorithmFamiliesEnum.enum].sort())
  })

  it.each([
    'P-192',
    'P-224',
    'P-256',
    'P-384',
    'P-521',
    'prime256v1',
    'secp160k1',
    'secp160r1',
    'secp192k1',
    'secp192r1',
    'secp224k1',
    'secp224r1',
    'secp256k1',
    'secp256r1',
    'secp384r1',
    'secp521r1',
    'brainpoolP160r1',
    'brainpoolP192t1',
    'brainpoolP512r1',
    'Ed25519',
    'Ed448',
    'X25519',
    'X448',
    'Curve25519',
    'Curve448',
  ])('has %s', (curve) => {
    expect(definitions.ellipticCurvesEnum.enum).toContain(ellipticCurveOf(curve))
  })
})

describe('toSarif', () => {
  it('has the shape of SARIF 2.1.0', async () => {
    const sample = [...SAMPLE, detected('3DES', 'Encryption', {}, { file: 'z.c' })]
    const log = await toSarif(await assessed(sample, ['extended']))
    // The standard's types are mutable; apart from that, ours must fit into them.
    expectTypeOf<Writable<Log>>().toExtend<sarif.Log>()
    expect(log.version).toBe('2.1.0')
    const [run] = log.runs
    expect(run?.results).toHaveLength(sample.length)
    const ids = run?.tool.driver.rules.map(({ id }) => id) ?? []
    expect(new Set(ids).size).toBe(ids.length)
    for (const { ruleId, ruleIndex, level, kind, locations } of run?.results ?? []) {
      expect(ids[ruleIndex]).toBe(ruleId)
      // 3.27.10: level is "none" where kind is not "fail".
      expect(level === 'none').toBe(kind !== 'fail')
      expect(locations[0]?.physicalLocation.region.startLine).toBeGreaterThan(0)
    }
    expect(run?.results.map(({ level }) => level)).toEqual(expect.arrayContaining(['error', 'warning', 'note', 'none']))
  })

  it('encodes paths as relative references, so that no name can be taken for more', async () => {
    const { runs } = await toSarif(await assessed([hostile, detected('RSA', 'Signature', {}, { file: 'a b/c:d.js' })]))
    const uris = runs[0]?.results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri)
    expect(uris).toEqual(['%3Cx%3E%26%22%0A%2541%20%23%3F.js', 'a%20b/c%3Ad.js'])
  })

  it('has fingerprints that stay when lines move, and tell the same uses in one file apart', async () => {
    const twice = (line: number) => [
      detected('RSA', 'Signature', {}, { line }),
      detected('RSA', 'Signature', {}, { line: line + 1 }),
    ]
    const prints = async (line: number) =>
      (await toSarif(await assessed(twice(line)))).runs[0]?.results.map(
        ({ partialFingerprints }) => partialFingerprints,
      )
    expect(await prints(50)).toEqual(await prints(1))
    expect(new Set((await prints(1))?.map((one) => JSON.stringify(one))).size).toBe(2)
  })

  it('says that a scan did not complete', async () => {
    const { runs } = await toSarif(await assessed(SAMPLE, [], { status: 'incomplete' }))
    expect(runs[0]?.invocations).toEqual([{ executionSuccessful: false }])
  })
})

type Writable<T> = T extends object ? { -readonly [Name in keyof T]: Writable<T[Name]> } : T
