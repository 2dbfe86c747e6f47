import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeVerifierKey } from '@sluice/evidence'
import { LOG_SIGNER, makeTrail, WITNESS } from '@sluice/evidence/testing'
import { afterAll, describe, expect, it } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'verify.py')
const VECTORS = join(import.meta.dirname, '../../packages/evidence/src')
const folder = mkdtempSync(join(tmpdir(), 'second-verifier-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Why it cannot run here; empty where it can. */
const missing = (() => {
  const { status, error } = spawnSync('python3', ['-c', 'import sigma'], { cwd: import.meta.dirname })
  if (error !== undefined) return 'there is no python3'
  return status === 0 ? '' : 'there is no libsodium with ristretto255'
})()
const named = missing === '' ? '' : ` (skipped: ${missing})`

interface Judged {
  readonly what: string
  readonly agrees: boolean | null
}

function judge(vectors: string): readonly Judged[] {
  const out = execFileSync('python3', [SCRIPT, '--vectors', join(VECTORS, vectors)], { encoding: 'utf8' })
  return out
    .trimEnd()
    .split('\n')
    .map((line): Judged => JSON.parse(line))
}

describe.skipIf(missing !== '')(`a second verifier, in Python over libsodium${named}`, () => {
  it('judges each proof of the vectors as the first does', () => {
    const judged = judge('sigma/vectors/statements_Shake128_ristretto255.json')
    expect(judged.length).toBeGreaterThan(90)
    expect(judged.filter(({ agrees }) => agrees !== true)).toEqual([])
  })

  it('judges each bundle and range of the vectors as the first does, but for a signature that it cannot verify', () => {
    const judged = judge('bundle/vectors/bundles-and-ranges.json')
    expect(judged.length).toBeGreaterThan(60)
    expect(judged.filter(({ agrees }) => agrees !== true)).toEqual([
      expect.objectContaining({ what: expect.stringContaining('ML-DSA-44'), agrees: null }),
    ])
  })

  it('verifies a bundle and a range as files, and refuses an altered one', async () => {
    const trail = await makeTrail(undefined, { signers: [LOG_SIGNER] })
    const write = (name: string, content: string) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const keys = write('keys.txt', `${writeVerifierKey(LOG_SIGNER.key)}\n`)
    const run = (path: string, keysPath = keys) => {
      const { status, stdout } = spawnSync('python3', [SCRIPT, path, '--root-keys', keysPath], { encoding: 'utf8' })
      return { status, stdout }
    }
    const bundle = await trail.bundleText(2)
    expect(run(write('bundle.json', bundle))).toEqual({ status: 0, stdout: '{"proved": 1}\n' })
    const both = `${bundle}\n${await trail.bundleText(6)}\n`
    expect(run(write('both.json', both))).toEqual({ status: 0, stdout: '{"proved": 1, "erased": 1}\n' })
    expect(run(write('gap.json', both.replace('\n', '\n\n')))).toMatchObject({ status: 1 })
    const range = `${(await trail.rangeText()).join('\n')}\n`
    expect(run(write('range.jsonl', range))).toEqual({ status: 0, stdout: expect.stringContaining('"proved": 6') })
    expect(run(write('altered.json', bundle.replace('acme', 'beta')))).toMatchObject({ status: 1 })
    const cosigned = await makeTrail()
    const keysOfBoth = write('both.txt', [LOG_SIGNER, WITNESS].map(({ key }) => writeVerifierKey(key)).join('\n'))
    expect(run(write('cosigned.json', await cosigned.bundleText(2)), keysOfBoth)).toMatchObject({ status: 3 })
    expect(spawnSync('python3', [SCRIPT])).toMatchObject({ status: 2 })
  })
})
