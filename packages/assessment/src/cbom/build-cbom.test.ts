import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assessed, SAMPLE } from '../findings/testing/sample.ts'
import type { Cbom } from '../model/assessment.ts'
import { buildCbom } from './build-cbom.ts'
import { canonicalJson } from './canonical-json.ts'
import { createEcdsaSigner } from './ecdsa-signer.ts'
import { createMlDsaSigner } from './ml-dsa-signer.ts'
import { SigningKeyError } from './signer.ts'
import { verifyCbom } from './verify-cbom.ts'

const generatedAt = new Date('2026-01-31T12:00:00.000Z')
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const signers = {
  'ECDSA-P384-SHA384': createEcdsaSigner(),
  'ECDSA-P256-SHA256': createEcdsaSigner(p256.toString()),
  'ML-DSA-87': createMlDsaSigner(),
}

describe('buildCbom', () => {
  it('has the fields of the specification and no others', async () => {
    const cbom = await buildCbom(await assessed(SAMPLE), { signer: signers['ML-DSA-87'], generatedAt })
    expect(cbom).toEqual({
      header: {
        version: '1.0.0',
        projectPath: '/srv/project',
        kbVersion: '1.0.0',
        generatedAt: '2026-01-31T12:00:00.000Z',
      },
      assets: expect.any(Array),
      signature: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
    })
    expect(cbom.assets).toHaveLength(SAMPLE.length)
    for (const asset of cbom.assets) {
      const members = ['algorithm', 'locationalId', 'logicalId', 'parameters', 'riskLevel', 'role']
      expect(Object.keys(asset).sort()).toEqual(members)
      expect(asset.locationalId).toMatch(/::[^:]+:\d+$/)
      expect(asset.locationalId.startsWith(`${asset.logicalId}::`)).toBe(true)
    }
    expect(cbom.assets).toContainEqual({
      logicalId: expect.stringMatching(/^rsa-encryption-[0-9a-f]{16}$/),
      locationalId: expect.stringMatching(/^rsa-encryption-[0-9a-f]{16}::src\/Seal\.java:7$/),
      role: 'Encryption',
      algorithm: 'RSA',
      parameters: { keySize: 4096, padding: 'OAEP' },
      riskLevel: 'QuantumBroken',
    })
  })

  it('has one asset for each locationalId, however often the line uses it', async () => {
    const [first] = SAMPLE
    if (first === undefined) throw new Error('there is no sample')
    const elsewhere = { ...first, line: 2 }
    const uses = [first, { ...first, column: 30 }, { ...first, column: 60 }, elsewhere]
    const { assets } = await buildCbom(await assessed(uses), { signer: signers['ECDSA-P384-SHA384'], generatedAt })
    const places = assets.map(({ locationalId }) => locationalId)
    expect(places).toEqual([...new Set(places)])
    expect(places.map((place) => place.split('::')[1])).toEqual(['src/Main.java:1', 'src/Main.java:2'])
    expect(new Set(assets.map(({ logicalId }) => logicalId)).size).toBe(1)
  })

  it('names other packs beside the version of the built-in knowledge', async () => {
    const { header } = await buildCbom(await assessed(SAMPLE, ['extended']), {
      signer: signers['ECDSA-P384-SHA384'],
      generatedAt,
    })
    expect(header).toMatchObject({ kbVersion: '1.0.0', packs: ['extended 1.0.0'] })
  })

  it('names the path as it was asked for', async () => {
    const options = { signer: signers['ECDSA-P384-SHA384'], generatedAt, projectPath: '.' }
    expect((await buildCbom(await assessed([]), options)).header.projectPath).toBe('.')
  })

  it.each(Object.entries(signers))('is signed with %s', async (algorithm, signer) => {
    const { proof } = signer
    expect(proof.algorithm).toBe(algorithm)
    const der = createPublicKey(proof.publicKeyPem).export({ type: 'spki', format: 'der' })
    expect(proof.keyId).toBe(createHash('sha256').update(der).digest('hex'))

    const cbom = await buildCbom(await assessed(SAMPLE), { signer, generatedAt })
    expect(await verifyCbom(cbom, proof.publicKeyPem)).toBe(true)
    expect(await verifyCbom(JSON.parse(JSON.stringify(cbom)), proof.publicKeyPem)).toBe(true)
    for (const forged of forgeriesOf(cbom)) expect(await verifyCbom(forged, proof.publicKeyPem)).toBe(false)
    for (const other of Object.values(signers)) {
      if (other !== signer) expect(await verifyCbom(cbom, other.proof.publicKeyPem)).toBe(false)
    }

    // By another implementation than the one that signed ML-DSA, over the bytes as documented.
    const { signature, ...signed } = cbom
    const digest = { 'ECDSA-P384-SHA384': 'sha384', 'ECDSA-P256-SHA256': 'sha256' }[algorithm]
    const isValid = verify(
      digest,
      Buffer.from(canonicalJson(signed)),
      createPublicKey(proof.publicKeyPem),
      Buffer.from(signature, 'base64'),
    )
    expect(isValid).toBe(true)
  })

  it.each([['nothing'], ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'], [rsaKey()]])(
    'refuses a signing key that is none',
    (pem) => {
      expect(() => createEcdsaSigner(pem)).toThrow(SigningKeyError)
      expect(() => createMlDsaSigner(pem)).toThrow(SigningKeyError)
    },
  )

  it('takes an ML-DSA-87 key from PEM', () => {
    // PKCS #8 with the seed only (RFC 9881, appendix C.1): the prefix and 32 bytes.
    const der = Buffer.from(`3034020100300b060960864801650304031304228020${'07'.repeat(32)}`, 'hex')
    const pem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
    expect(createMlDsaSigner(pem).proof).toEqual(createMlDsaSigner(pem).proof)
    expect(createMlDsaSigner(pem).proof.keyId).not.toBe(createMlDsaSigner().proof.keyId)
  })

  it.each([[null], [[]], [{}], [{ signature: 'not base64!' }], [{ signature: '' }]])(
    'does not verify %j',
    async (document) => {
      for (const { proof } of Object.values(signers)) expect(await verifyCbom(document, proof.publicKeyPem)).toBe(false)
    },
  )

  it('refuses a key of another kind', async () => {
    const cbom = { signature: 'AAAA' }
    expect(() => verifyCbom(cbom, 'no key')).toThrow(SigningKeyError)
    const { publicKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(() => verifyCbom(cbom, pem)).toThrow(SigningKeyError)
  })
})

describe('the documented way to verify', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-cbom-'))
  })
  afterAll(async () => await rm(folder, { recursive: true }))

  const has = (program: string) => spawnSync(program, ['--help']).error === undefined
  const hasOpenssl = has('openssl')

  it.each([
    ['jq', has('jq') && hasOpenssl],
    ['node', hasOpenssl],
  ])('works offline with openssl and %s', async (tool, isPossible) => {
    const page = await readFile(new URL('../../../../docs/assessment/cbom-verification.md', import.meta.url), 'utf8')
    const blocks = Array.from(page.matchAll(/```sh\n([^`]*?)```/g), ([, block = '']) => block)
    const script = blocks.find((block) => block.startsWith(`${tool} `) && block.includes('openssl dgst'))
    expect(script).toBeDefined()
    if (!isPossible) return

    const { proof, sign } = signers['ECDSA-P384-SHA384']
    const cbom = await buildCbom(await assessed(SAMPLE), { signer: { proof, sign }, generatedAt })
    await writeFile(join(folder, 'cbom.pub.pem'), proof.publicKeyPem)
    const run = async (document: unknown) => {
      await writeFile(join(folder, 'cbom.json'), JSON.stringify(document, null, 2))
      return spawnSync('sh', ['-ec', script ?? ''], { cwd: folder, encoding: 'utf8' })
    }
    expect(await run(cbom)).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified OK') })
    for (const forged of forgeriesOf(cbom)) expect((await run(forged)).status).not.toBe(0)
  })
})

function forgeriesOf(cbom: Cbom): Cbom[] {
  const [first, ...rest] = cbom.assets
  if (first === undefined) throw new Error('there is nothing to forge')
  return [
    { ...cbom, assets: rest },
    { ...cbom, assets: [{ ...first, riskLevel: 'QuantumSafe' }, ...rest] },
    { ...cbom, header: { ...cbom.header, generatedAt: '2027-01-31T12:00:00.000Z' } },
    { ...cbom, signature: `${cbom.signature.startsWith('A') ? 'B' : 'A'}${cbom.signature.slice(1)}` },
    Object.assign({ note: 'added' }, cbom),
    Object.defineProperty({ ...cbom }, '__proto__', { value: { verdict: 'Compliant' }, enumerable: true }),
  ]
}

function rsaKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
}
